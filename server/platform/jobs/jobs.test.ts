import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs, hourMs } from '@dooryard/contract/api/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { inTransaction } from '../postgres/database.ts'
import { findOldestDueJob } from './jobs.queries.ts'
import { addJob, startWorker, type Task, type Worker } from './jobs.ts'
import { claimDueJob, historyJobPrefix, postponeJob, removeJob, removePrefixedJobs } from './prefixed-jobs.ts'

const { db, pool, connectionString, close } = await testDatabase()
const log = pino({ level: 'silent' })
// No worker is silent this long by chance.
const heartbeat = { everyMs: 50, deadAfterMs: 60_000 }
const started: Worker[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map((worker) => worker.stop()))
  await pool.query('delete from graphile_worker._private_jobs')
  // The last heartbeat of a killed worker may have come after it was removed from the list.
  await pool.query('delete from workers')
})
afterAll(close)

async function worker(work: Task, options: { unlockAllAtStart?: boolean; concurrency?: number } = {}) {
  const running = await startWorker({ pool, log, heartbeat, tasks: { work }, ...options })
  started.push(running)
  return running
}

async function startDoomedWorker() {
  const file = join(import.meta.dirname, 'jobs.fixture.ts')
  const args = [file, connectionString, String(heartbeat.everyMs), String(heartbeat.deadAfterMs)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

/** Resolves once an idle worker has checked twice for dead ones. */
async function waitForTwoBeats() {
  const lastBeat = async () => {
    const { rows } = await pool.query(
      'select max(beat_at) as at from workers where id not in (select locked_by from graphile_worker.jobs)',
    )
    return Number(rows[0].at)
  }
  for (let look = 0; look < 2; look++) await expect.poll(lastBeat).toBeGreaterThan(await lastBeat())
}

const countWaitingJobs = async () =>
  Number((await pool.query('select count(*) from graphile_worker.jobs')).rows[0].count)

const countLockedJobs = async () =>
  (await pool.query('select from graphile_worker.jobs where locked_by is not null')).rowCount

/** The listed workers that hold a job. */
const listedHolders = 'select from workers where id in (select locked_by from graphile_worker.jobs)'

describe('a job', () => {
  test('exists when its transaction commits, and not when it does not', async () => {
    const done: unknown[] = []
    await worker(async (payload) => void done.push(payload))
    await inTransaction({ db }, ({ db }) => addJob(db, 'work', { orderId: 'a', some_key: [1] }))
    const failing = inTransaction({ db }, async ({ db }) => {
      await addJob(db, 'work', { orderId: 'b' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await expect.poll(() => done).toEqual([{ orderId: 'a', some_key: [1] }])
    await expect.poll(countWaitingJobs).toBe(0)
  })

  test('with a delay waits for it, and no worker runs it before', async () => {
    await addJob(db, 'work', {}, { delayMs: 60_000 })
    const { rows } = await pool.query(
      'select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs',
    )
    expect(rows).toEqual([{ seconds: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60) }])
    const done: unknown[] = []
    await worker(async (payload) => void done.push(payload))
    await addJob(db, 'work', { isNow: true })
    await expect.poll(() => done).toEqual([{ isNow: true }])
    // A finished job is removed from the list a moment later.
    await expect.poll(countWaitingJobs).toBe(1)
    expect(done).toEqual([{ isNow: true }])
  })

  test('with the key of a waiting one takes its place', async () => {
    await addJob(db, 'work', { n: 1 }, { jobKey: 'same' })
    await addJob(db, 'work', { n: 2 }, { jobKey: 'same' })
    const done: unknown[] = []
    await worker(async (payload) => void done.push(payload))
    await expect.poll(() => done).toEqual([{ n: 2 }])
  })

  test('of a history is left to its writer, is not late, and keeps its key while it runs and until it is done', async () => {
    await inTransaction({ db }, async ({ db }) => {
      await sql`select set_config('dooryard.job_prefix', ${historyJobPrefix}, true),
        set_config('dooryard.clock_offset', '-300 days', true)`.execute(db)
      await addJob(db, 'work', { n: 1 }, { jobKey: 'same' })
    })
    expect(await findOldestDueJob(db)).toBe(null)
    const claim = () => claimDueJob(db, historyJobPrefix, new Date())
    const listKeys = async () => (await pool.query('select key from graphile_worker.jobs order by id')).rows
    expect(await claimDueJob(db, historyJobPrefix, new Date(Date.now() - 301 * dayMs))).toBe(undefined)
    const job = await claim()
    if (!job) throw new Error('there is none')
    expect(await listKeys()).toEqual([{ key: 'same' }])
    await postponeJob(db, { id: job.id, attempts: 1 }, new Date())
    expect(await listKeys()).toEqual([{ key: 'same' }])
    expect(await claim()).toMatchObject({ id: job.id, name: 'work', attempts: 1 })
    await addJob(db, `${historyJobPrefix}work`, { n: 2 }, { jobKey: 'same' })
    await removeJob(db, job.id)
    expect((await claim())?.payload).toEqual({ n: 2 })
    await removePrefixedJobs(db, historyJobPrefix)
    expect(await listKeys()).toEqual([])
  })

  test('that the release before queued by its former name is done, and its new name is left to others there', async () => {
    const startWith = async (name: string, done: unknown[]) =>
      started.push(
        await startWorker({ pool, log, heartbeat, tasks: { [name]: async (payload) => void done.push(payload) } }),
      )
    const [before, now]: [unknown[], unknown[]] = [[], []]
    await startWith('forget-picture', before)
    await addJob(db, 'purge-picture', { key: 'a' })
    await addJob(db, 'forget-picture', { key: 'b' })
    await expect.poll(() => before).toEqual([{ key: 'b' }])
    await expect.poll(countWaitingJobs).toBe(1)
    await started.pop()?.stop()
    await addJob(db, 'forget-picture', { key: 'c' })
    await startWith('purge-picture', now)
    await expect.poll(() => now).toEqual(expect.arrayContaining([{ key: 'a' }, { key: 'c' }]))
    expect(before).toEqual([{ key: 'b' }])
  })

  test('that fails is retried later, and knows its last attempt', async () => {
    await addJob(db, 'work', {}, { maxAttempts: 1 })
    const runs: string[] = []
    await worker(async (_, { attempt, maxAttempts }) => {
      runs.push(`${attempt} of ${maxAttempts}`)
      throw new Error('broken')
    })
    await expect.poll(() => runs).toEqual(['1 of 1'])
    await expect.poll(countWaitingJobs).toBe(1)
  })
})

test('jobs of one queue run one at a time without pauses, in any process', async () => {
  const [done, running] = [[] as number[], new Set<unknown>()]
  const work: Task = async (payload) => {
    running.add(payload)
    await sleep(1)
    done.push(running.size)
    running.delete(payload)
  }
  await Promise.all([1, 2].map(() => worker(work, { concurrency: 1 })))
  const jobs = 60
  for (let n = 0; n < jobs; n++) await addJob(db, 'work', { n }, { queue: 'one' })
  // If each had to wait for a poll, it would take a second each: longer than this waits.
  await expect.poll(() => done).toEqual(Array(jobs).fill(1))
  await expect.poll(countWaitingJobs).toBe(0)
})

describe('a worker that is killed', () => {
  test('loses its job to a living one once it has been silent long enough, and not before', async () => {
    await addJob(db, 'work', { orderId: 'lost' })
    const child = await startDoomedWorker()
    const done: unknown[] = []
    await worker(async (payload) => void done.push(payload))
    // A worker that has just started may hold a job before it is listed.
    await expect.poll(async () => (await pool.query(listedHolders)).rowCount).toBe(1)
    // However long the job has been running.
    await pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`)
    await waitForTwoBeats()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await waitForTwoBeats()
    expect(done).toEqual([])
    const { rows } = await pool.query(
      `update workers set beat_at = now() - interval '1 hour'
       where id in (select locked_by from graphile_worker.jobs) returning id`,
    )
    await expect.poll(() => done).toEqual([{ orderId: 'lost' }])
    await expect.poll(countWaitingJobs).toBe(0)
    const listed = await pool.query('select id from workers')
    expect(rows).toHaveLength(1)
    expect(listed.rows).not.toContainEqual(rows[0])
  })

  test('that is alone on its store has its job taken over at once by the next', async () => {
    await addJob(db, 'work', { orderId: 'lost' })
    const child = await startDoomedWorker()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const done: unknown[] = []
    await startWorker({
      pool,
      log,
      unlockAllAtStart: true,
      tasks: { work: async (payload) => void done.push(payload) },
    }).then((running) => started.push(running))
    await expect.poll(() => done).toEqual([{ orderId: 'lost' }])
  })
})

describe('a worker that stops', () => {
  test('finishes its jobs, starts no new ones, and is no longer listed', async () => {
    const done: string[] = []
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const running = await startWorker({
      pool,
      log,
      concurrency: 1,
      tasks: {
        work: async () => {
          done.push('started')
          await held
          done.push('finished')
        },
      },
    })
    await addJob(db, 'work', {})
    await expect.poll(() => done).toEqual(['started'])
    await addJob(db, 'work', {})
    const stopped = running.stop()
    expect(await Promise.race([stopped.then(() => 'stopped'), sleep(100, 'waits')])).toBe('waits')
    letGo()
    await stopped
    expect(done).toEqual(['started', 'finished'])
    expect(await countWaitingJobs()).toBe(1)
    expect((await pool.query('select * from workers')).rowCount).toBe(0)
  })

  test('signals a long job, and releases it whether it reacts or not', async () => {
    const drain = { abortAfterMs: 20, releaseAfterMs: 200 }
    for (const heedsAbort of [true, false]) {
      const work: Task = async (_, { signal }) =>
        void (await sleep(hourMs, null, heedsAbort ? { signal, ref: false } : { ref: false }))
      const running = await startWorker({ pool, log, drain, tasks: { work } })
      await addJob(db, 'work', {}, { jobKey: 'long' })
      await expect.poll(countLockedJobs).toBe(1)
      await running.stop()
      expect(await countLockedJobs()).toBe(0)
      expect(await countWaitingJobs()).toBe(1)
    }
  })
})

test('a worker whose job library gave up, as when it could not record a finished job, restarts and runs it', async () => {
  // A sequence keeps its value when its transaction is rolled back.
  await pool.query(`create sequence refusals;
    create function refuse() returns trigger language plpgsql as $$ begin perform nextval('refusals'); raise exception 'no'; end $$;
    create trigger refuse before delete on graphile_worker._private_jobs for each statement execute function refuse()`)
  const done: unknown[] = []
  await worker(async (payload) => void done.push(payload))
  await addJob(db, 'work', { n: 1 })
  await expect
    .poll(async () => (await pool.query('select is_called from refusals')).rows)
    .toEqual([{ is_called: true }])
  await pool.query('drop function refuse cascade')
  await expect.poll(countWaitingJobs).toBe(0)
  expect(done.slice(0, 2)).toEqual([{ n: 1 }, { n: 1 }])
})
