import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { deleteSupersededJobs } from './jobs.queries.ts'
import { addJob, startWorker, type Worker } from './jobs.ts'
import { everyHour, everyMinute, type Schedule, toCronItems } from './schedule.ts'

const { db, pool, close } = await testDatabase()
const log = pino({ level: 'silent' })
const started: Worker[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.stop()))
  await pool.query('delete from graphile_worker._private_jobs')
})
afterAll(close)

async function worker(schedule: Schedule) {
  started.push(await startWorker({ pool, log, schedule, tasks: {} }))
}

/** Adds a scheduled job as the job library does when it is due. */
async function addDueJobs(schedule: Schedule) {
  for (const { task, payload, options } of toCronItems(schedule))
    await addJob(db, task, payload ?? {}, {
      jobKey: options.jobKey ?? '',
      queue: options.queueName ?? '',
      maxAttempts: options.maxAttempts ?? 0,
    })
}

const listJobs = async () =>
  (await pool.query(`select attempts, locked_at is not null as "isRunning" from graphile_worker.jobs order by id`)).rows

test('a long scheduled job does not overlap with the next run, and at most one run waits', async () => {
  const running = { now: 0, most: 0, runs: 0 }
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const schedule = {
    work: everyMinute(async () => {
      running.now += 1
      running.runs += 1
      running.most = Math.max(running.most, running.now)
      await end
      running.now -= 1
    }),
  }
  await Promise.all([worker(schedule), worker(schedule)])
  await expect.poll(() => running.now).toBe(1)
  for (let minute = 0; minute < 3; minute++) await addDueJobs(schedule)
  await sleep(100)
  expect((await listJobs()).map(({ isRunning }) => isRunning)).toEqual([true, false])
  resolve()
  await expect.poll(listJobs).toEqual([])
  expect(running.most).toBe(1)
  expect(running.runs).toBeLessThanOrEqual(3)
})

test('a failing job starts again when it is next due, and is kept once', async () => {
  let runs = 0
  const failing = everyMinute(() => Promise.reject(new Error(`failed ${++runs} times`)))
  // At the turn of a minute it would be added once more.
  const schedule = { work: { ...failing, cron: '0 0 1 1 *' } }
  await worker(schedule)
  await expect.poll(listJobs).toEqual([{ attempts: 1, isRunning: false }])
  await Promise.all(started.splice(0).map((running) => running.stop()))
  await addDueJobs(schedule)
  await deleteSupersededJobs(db)
  expect(await listJobs()).toEqual([{ attempts: 0, isRunning: false }])
})

test('a run that failed after the next was added is deleted, and no other job is', async () => {
  const schedule = { work: everyHour(async () => undefined) }
  await addDueJobs(schedule)
  await addJob(db, 'other', {})
  await pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = 'work'",
  )
  await addDueJobs(schedule)
  await pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null, locked_by = null',
  )
  expect(await listJobs()).toHaveLength(3)
  await deleteSupersededJobs(db)
  expect((await pool.query('select task_identifier as task from graphile_worker.jobs order by id')).rows).toEqual([
    { task: 'other' },
    { task: 'work' },
  ])
})

test('waiting jobs that are no longer scheduled are deleted at the next start', async () => {
  await addDueJobs({ former: everyMinute(async () => undefined) })
  await worker({ work: everyMinute(async () => undefined) })
  await expect.poll(listJobs).toEqual([])
})

test('a worker whose schedule cannot be added does not run on unnoticed', async () => {
  await pool.query('alter function graphile_worker.complete_jobs(bigint[]) rename to complete_jobs_elsewhere')
  try {
    await expect(worker({ work: everyMinute(async () => undefined) })).rejects.toThrow('complete_jobs')
    await addJob(db, 'work', {})
    await sleep(100)
    expect(await listJobs()).toEqual([{ attempts: 0, isRunning: false }])
  } finally {
    await pool.query('alter function graphile_worker.complete_jobs_elsewhere(bigint[]) rename to complete_jobs')
  }
})

test('slow scheduled jobs run one at a time, and other jobs continue', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  let running = 0
  const slow = everyMinute(async () => {
    running += 1
    await end
  })
  const done: string[] = []
  const tasks = { mail: async () => void done.push('mail') }
  started.push(await startWorker({ pool, log, tasks, schedule: { one: slow, two: slow, three: slow }, concurrency: 2 }))
  await addJob(db, 'mail', {})
  await expect.poll(() => done).toEqual(['mail'])
  expect(running).toBe(1)
  resolve()
  await expect.poll(listJobs).toEqual([])
})
