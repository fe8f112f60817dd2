import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWorker, type Worker } from '../platform/jobs/jobs.ts'
import { type Portal, testPortal } from '../test/portal.ts'
import { composeSchedule, composeTasks } from './jobs.ts'

let portal: Portal
let worker: Worker | undefined
beforeAll(async () => {
  portal = await testPortal()
})
afterEach(async () => {
  await worker?.stop()
  await portal.pool.query('delete from graphile_worker._private_jobs')
})
afterAll(() => portal.close())

const listExpiredCounts = async () => {
  const { rows } = await sql`select key from rate_limits where expire < 1000`.execute(portal.db)
  return rows
}

/** Returns the scheduled jobs that are not done. */
const listUnfinishedJobs = async () =>
  (
    await portal.pool.query<{ task: string }>(
      'select task_identifier as task from graphile_worker.jobs where locked_at is null order by id',
    )
  ).rows.map(({ task }) => task)

const listLoggedErrors = () =>
  portal.logged.map((line) => JSON.parse(line)).filter(({ level, part }) => level === 'error' && part === 'jobs')

/**
 * Runs every scheduled job once, as at startup. If all were added again at the turn of a minute, a failing job would
 * fail twice.
 */
async function runSchedule() {
  const { services, billing, pool } = portal
  const tasks = composeTasks(services, { deliver: async () => undefined, billing })
  const onceAYear = Object.entries(composeSchedule(services, billing)).map(([name, job]) => [
    name,
    { ...job, cron: '0 0 1 1 *' },
  ])
  worker = await startWorker({ pool, tasks, schedule: Object.fromEntries(onceAYear), log: services.log })
}

beforeEach(async () => {
  portal.logged.length = 0
  await sql`insert into rate_limits (key, points, expire) values ('of long ago', 1, 500)`.execute(portal.db)
})

describe('the schedule', () => {
  test('runs at once at startup, without a log line', async () => {
    await runSchedule()
    await expect.poll(listExpiredCounts).toEqual([])
    await expect.poll(listUnfinishedJobs).toEqual([])
    expect(listLoggedErrors()).toEqual([])
  })

  test.each([
    ['idempotency_keys', ['purge-idempotency-keys']],
    ['orders', ['rescue-orders', 'rescue-dnc-refreshes', 'expire-orders']],
  ])('runs when a dependency fails (%s), and the log names the failing job', async (table, failing) => {
    await sql`alter table ${sql.table(table)} rename to elsewhere`.execute(portal.db)
    try {
      await runSchedule()
      await expect.poll(listExpiredCounts).toEqual([])
      await expect.poll(listUnfinishedJobs).toEqual(failing)
    } finally {
      await worker?.stop()
      await sql`alter table elsewhere rename to ${sql.table(table)}`.execute(portal.db)
    }
    expect(listLoggedErrors()).toEqual(
      failing.map((job) => expect.objectContaining({ msg: expect.stringContaining(`(${job}, `) })),
    )
  })
})
