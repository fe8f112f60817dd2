import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import { sql } from 'kysely'
import { type ReportError, reportNowhere } from '../errors/report-error.ts'
import type { Log } from '../log.ts'
import { type Db, isLostConnection, type Pool } from '../postgres/database.ts'
import { withFormerJobNames } from './former-job-names.ts'
import { addScheduledJobs, type Schedule, toCronItems } from './schedule.ts'
import { recordHeartbeat, removeDeadWorkers, removeWorker, unlockAll } from './workers.queries.ts'

export type AddJobOptions = {
  /** Replaces a waiting job with the same key, so that there is at most one. */
  jobKey?: string
  /** The new job keeps the place of the one it replaces; by default it goes to the end of the queue. */
  keepsPlace?: boolean
  /** Jobs of one queue run one after another. */
  queue?: string
  /** Maximum attempts before the job fails; 25 (about three days) by default. */
  maxAttempts?: number
  delayMs?: number
}

/**
 * Inside a transaction, the job exists once that commits, or not at all. On a connection with a moved clock it is due by
 * that, and has a prefix, so that workers leave it to the owner of the connection.
 */
export async function addJob(
  db: Db,
  name: string,
  payload: object,
  { jobKey, keepsPlace = false, queue, maxAttempts, delayMs }: AddJobOptions = {},
) {
  await sql`select graphile_worker.add_job(
    coalesce(current_setting('dooryard.job_prefix', true), '') || ${name},
    payload => ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null}, job_key => ${jobKey ?? null},
    max_attempts => ${maxAttempts ?? null}, job_key_mode => ${keepsPlace ? 'preserve_run_at' : null},
    run_at => now() + clock_offset() + ${delayMs ?? 0}::double precision * interval '1 millisecond'
  )`.execute(db)
}

export async function retryExhaustedJobs(db: Db, name: string): Promise<number> {
  const { rows } = await sql`select from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs
      where task_identifier = ${name} and attempts >= max_attempts and locked_at is null),
    run_at => now(), attempts => 0)`.execute(db)
  return rows.length
}

/** The signal aborts some time after the worker is asked to stop. */
export type JobRun = { attempt: number; maxAttempts: number; signal: AbortSignal }

/** A job may run twice, after a worker died or froze. */
export type Task = (payload: unknown, run: JobRun) => Promise<void>

export type Worker = {
  /** Running jobs that do not end in time are released. */
  stop: () => Promise<void>
}

/** Other workers consider a worker dead after `deadAfterMs` without a heartbeat. */
export type Heartbeat = { everyMs: number; deadAfterMs: number }

export const deadAfterMs = 20_000

// 20 s of silence, up to 5 s until the next check and 2 s until the next poll: a lost job runs elsewhere within 30 s.
const defaultHeartbeat: Heartbeat = { everyMs: 5_000, deadAfterMs }
const pollMs = 2_000
// Slow downloads, imports and the reading of files have queues of their own, four in all, and leave two for the rest.
const defaultConcurrency = 6

/** Time for jobs to end by themselves, then for those that react to the signal. */
export type Drain = { abortAfterMs: number; releaseAfterMs: number }

// Leaves ten of the thirty seconds that a stopping process has.
const defaultDrain: Drain = { abortAfterMs: 10_000, releaseAfterMs: 20_000 }
const restartMs = 1_000

export type WorkerOptions = {
  pool: Pool
  tasks: Readonly<Record<string, Task>>
  /** Each job runs on one worker of all, and once at startup. */
  schedule?: Schedule
  concurrency?: number
  log: Log
  /** Receives the error of a job's last attempt. */
  reportError?: ReportError | undefined
  /** True where no other worker can exist: existing locks were left by a dead one. */
  unlockAllAtStart?: boolean
  heartbeat?: Heartbeat
  drain?: Drain
}

/** Restarts if the job library gives up, as after a long loss of the database. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log, heartbeat = defaultHeartbeat, drain = defaultDrain } = options
  if (options.unlockAllAtStart) await unlockAll(pool)
  let stopping = false
  let current = await startRunner(options)
  const beat = async () => {
    try {
      await recordHeartbeat(pool, current.workers.id)
      const freed = await removeDeadWorkers(pool, heartbeat.deadAfterMs)
      if (freed > 0) log.warn({ jobs: freed }, 'Jobs of workers that died are given to others')
    } catch (error) {
      log.warn({ err: error }, 'Worker heartbeat failed')
    }
  }
  let restarting = Promise.resolve()
  const restart = async (): Promise<void> => {
    await sleep(restartMs)
    if (stopping) return
    const started = await startRunner(options).catch((error) =>
      log.error({ err: error }, 'The worker could not start again'),
    )
    if (!started) return restart()
    current = started
  }
  const watch = async () => {
    while (!stopping) {
      await current.workers.promise.catch((error) => log.error({ err: error }, 'The worker ended'))
      if (stopping) return
      await removeWorker(pool, current.workers.id).catch((error) =>
        log.warn({ err: error }, 'Removing the ended worker failed'),
      )
      restarting = restart()
      await restarting
    }
  }
  void watch()
  await beat()
  const heart = setInterval(beat, heartbeat.everyMs)
  return {
    stop: async () => {
      stopping = true
      await restarting
      await stopRunner(current, drain, log)
      clearInterval(heart)
      await removeWorker(pool, current.workers.id).catch((error) =>
        log.warn({ err: error }, 'The stopped worker is still listed'),
      )
    },
  }
}

type StartedRunner = { runner: Runner; workers: WorkerPool }

async function startRunner(options: WorkerOptions): Promise<StartedRunner> {
  const {
    pool,
    tasks,
    schedule = {},
    concurrency = defaultConcurrency,
    log,
    reportError,
    drain = defaultDrain,
  } = options
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | undefined
  events.once('pool:create', ({ workerPool }) => {
    workers = workerPool
  })
  const scheduled = Object.entries(schedule).map(([name, job]): [string, Task] => [
    name,
    async () => void (await job.run()),
  ])
  const runner = await run({
    pgPool: pool,
    taskList: toTaskList(withFormerJobNames({ ...tasks, ...Object.fromEntries(scheduled) }), reportError),
    parsedCronItems: toCronItems(schedule),
    events,
    concurrency,
    noHandleSignals: true,
    pollInterval: pollMs,
    gracefulShutdownAbortTimeout: drain.abortAfterMs,
    logger: createWorkerLogger(log),
    // Batches of one: unbatched, the library drops the promise that records a job's end, and a lost database ends the
    // process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  if (!workers) throw new Error('The job library made no pool of workers')
  try {
    await addScheduledJobs(runner, pool, schedule)
  } catch (error) {
    // The runner already works, without a heartbeat.
    await stopRunner({ runner, workers }, drain, log)
    throw error
  }
  return { runner, workers }
}

const toTaskList = (tasks: WorkerOptions['tasks'], reportError: ReportError = reportNowhere): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job, abortSignal }) => {
        try {
          await task(payload, { attempt: job.attempts, maxAttempts: job.max_attempts, signal: abortSignal })
        } catch (error) {
          // A job that a stopping worker aborts, or that lost the database, says nothing about its code.
          const isLast = job.attempts >= job.max_attempts
          if (isLast && !abortSignal?.aborted && !isLostConnection(error))
            reportError(error, { layer: 'WORKER', place: name, userId: getUserId(payload) })
          throw error
        }
      },
    ]),
  )

const getUserId = (payload: unknown): string | undefined => {
  const id = typeof payload === 'object' && payload ? Reflect.get(payload, 'userId') : undefined
  return typeof id === 'string' ? id : undefined
}

async function stopRunner({ runner, workers }: StartedRunner, { releaseAfterMs }: Drain, log: Log) {
  const done = Promise.allSettled([workers.promise, runner.stop()]).then(([{ status }]) => {
    if (status === 'rejected') log.warn('The worker did not stop cleanly')
    return true
  })
  const finished = await Promise.race([done, sleep(releaseAfterMs, false, { ref: false })])
  if (finished) return
  log.warn('Releasing unfinished jobs')
  await Promise.resolve(workers.forcefulShutdown('The worker had to stop')).catch(() => undefined)
}

export const createWorkerLogger = (log?: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log?.error({ part: 'jobs' }, message)
    else if (level === 'warning') log?.warn({ part: 'jobs' }, message)
    else log?.debug({ part: 'jobs' }, message)
  })
