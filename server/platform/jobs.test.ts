import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '@dooryard/contract/time'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { addJob, startWorker, type Task, type Worker } from './jobs.ts'
import { inTransaction } from './postgres/database.ts'

const { db, pool, connectionString, close } = await testDatabase()
const log = pino({ level: 'silent' })
// Nobody is silent for so long by chance.
const heartbeat = { everyMs: 50, deadAfterMs: 60_000 }
const started: Worker[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map((worker) => worker.stop()))
  await pool.query('delete from graphile_worker._private_jobs')
  // The last beat of one that was killed may have come after it was taken off the list.
  await pool.query('delete from workers')
})
afterAll(close)

async function worker(work: Task, options: { unlockAllAtStart?: boolean; concurrency?: number } = {}) {
  const running = await startWorker({ pool, log, heartbeat, tasks: { work }, ...options })
  started.push(running)
  return running
}

async function doomedWorker() {
  const file = join(import.meta.dirname, 'jobs.fixture.ts')
  const args = [file, connectionString, String(heartbeat.everyMs), String(heartbeat.deadAfterMs)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

/** Resolves once a worker that is at no job has looked twice for others that died. */
async function looksTwice() {
  const lastBeat = async () => {
    const { rows } = await pool.query(
      'select max(beat_at) as at from workers where id not in (select locked_by from graphile_worker.jobs)',
    )
    return Number(rows[0].at)
  }
  for (let look = 0; look < 2; look++) await expect.poll(lastBeat).toBeGreaterThan(await lastBeat())
}

const waitingJobs = async () => Number((await pool.query('select count(*) from graphile_worker.jobs')).rows[0].count)

const lockedJobs = async () =>
  (await pool.query('select from graphile_worker.jobs where locked_by is not null')).rowCount

/** The workers on the list that hold a job. */
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
    await expect.poll(waitingJobs).toBe(0)
  })

  test('with a delay waits for it, and nobody does it before', async () => {
    await addJob(db, 'work', {}, { delayMs: 60_000 })
    const { rows } = await pool.query(
      'select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs',
    )
    expect(rows).toEqual([{ seconds: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60) }])
    const done: unknown[] = []
    await worker(async (payload) => void done.push(payload))
    await addJob(db, 'work', { isNow: true })
    await expect.poll(() => done).toEqual([{ isNow: true }])
    // What is done is taken off the list a moment later.
    await expect.poll(waitingJobs).toBe(1)
    expect(done).toEqual([{ isNow: true }])
  })

  test('with the key of one that waits takes its place', async () => {
    await addJob(db, 'work', { n: 1 }, { jobKey: 'same' })
    await addJob(db, 'work', { n: 2 }, { jobKey: 'same' })
    const done: unknown[] = []
    await worker(async (payload) => void done.push(payload))
    await expect.poll(() => done).toEqual([{ n: 2 }])
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
    await expect.poll(waitingJobs).toBe(1)
    await started.pop()?.stop()
    await addJob(db, 'forget-picture', { key: 'c' })
    await startWith('purge-picture', now)
    await expect.poll(() => now).toEqual(expect.arrayContaining([{ key: 'a' }, { key: 'c' }]))
    expect(before).toEqual([{ key: 'b' }])
  })

  test('that fails is tried again later, and its last attempt knows that it is', async () => {
    await addJob(db, 'work', {}, { maxAttempts: 1 })
    const runs: string[] = []
    await worker(async (_, { attempt, maxAttempts }) => {
      runs.push(`${attempt} of ${maxAttempts}`)
      throw new Error('broken')
    })
    await expect.poll(() => runs).toEqual(['1 of 1'])
    await expect.poll(waitingJobs).toBe(1)
  })
})

test('jobs of one queue follow one another at once, never two together, in whichever process', async () => {
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
  // Were each to wait until somebody polls, it would take a second for each: longer than is waited here.
  await expect.poll(() => done).toEqual(Array(jobs).fill(1))
  await expect.poll(waitingJobs).toBe(0)
})

describe('a worker that is killed', () => {
  test('loses its job to a living one once it has been silent, and not before', async () => {
    await addJob(db, 'work', { orderId: 'lost' })
    const child = await doomedWorker()
    const done: unknown[] = []
    await worker(async (payload) => void done.push(payload))
    // A worker that has just started may hold a job before it is listed.
    await expect.poll(async () => (await pool.query(listedHolders)).rowCount).toBe(1)
    // However long it is at its job already.
    await pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`)
    await looksTwice()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await looksTwice()
    expect(done).toEqual([])
    const { rows } = await pool.query(
      `update workers set beat_at = now() - interval '1 hour'
       where id in (select locked_by from graphile_worker.jobs) returning id`,
    )
    await expect.poll(() => done).toEqual([{ orderId: 'lost' }])
    await expect.poll(waitingJobs).toBe(0)
    const listed = await pool.query('select id from workers')
    expect(rows).toHaveLength(1)
    expect(listed.rows).not.toContainEqual(rows[0])
  })

  test('alone on its store, has its job taken up at once by the next', async () => {
    await addJob(db, 'work', { orderId: 'lost' })
    const child = await doomedWorker()
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
  test('finishes what it runs, starts nothing new, and is no longer listed', async () => {
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
    expect(await waitingJobs()).toBe(1)
    expect((await pool.query('select * from workers')).rowCount).toBe(0)
  })

  test('tells a long job so, and gives back the one that heeds it and the one that does not', async () => {
    const drain = { abortAfterMs: 20, releaseAfterMs: 200 }
    for (const heeds of [true, false]) {
      const work: Task = async (_, { signal }) =>
        void (await sleep(hourMs, null, heeds ? { signal, ref: false } : { ref: false }))
      const running = await startWorker({ pool, log, drain, tasks: { work } })
      await addJob(db, 'work', {}, { jobKey: 'long' })
      await expect.poll(lockedJobs).toBe(1)
      await running.stop()
      expect(await lockedJobs()).toBe(0)
      expect(await waitingJobs()).toBe(1)
    }
  })
})

test('a worker that gave up, as when it could not note that a job is done, starts again and does it', async () => {
  // A sequence counts on when its transaction is undone.
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
  await expect.poll(waitingJobs).toBe(0)
  expect(done.slice(0, 2)).toEqual([{ n: 1 }, { n: 1 }])
})
