import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listPendingNotifications, listUsersToNotify } from '../count/counts.queries.ts'
import { queueRecounts } from '../count/recount-searches.job.ts'
import { updateSavedSearch } from '../saved-searches.queries.ts'
import { createSearchHarness, day, hour, jobRun, runRecountSearches } from './changing-searches.fixture.ts'
import { getMailedCutoff, getWaitingLimits, queueChangeMails, runNotifyChanges } from './notify-changes.job.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { createMatches, saved, now } = createSearchHarness(portal)
const { db, services } = portal

/** A user with two counted searches, one of which has changed. */
async function createChangedSearch() {
  const owner = await user(portal)
  const { criteria, ids, give } = await createMatches(3)
  const { id } = await saved(owner, criteria, { emailChanges: true })
  const { id: other } = await saved(owner, { location: { states: ['TN'] } }, { name: 'Other' })
  await give(ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(services)
  await runRecountSearches(services)({ userId: owner.id }, jobRun)
  return { owner, id, other }
}

const sendChanges = ({ id }: TestUser) => runNotifyChanges(services)({ userId: id }, jobRun)
const countPending = async ({ id }: TestUser) => (await listPendingNotifications(db, id)).length
const hasJob = async ({ id }: TestUser) => {
  const { rows } = await sql`select from graphile_worker.jobs where key = ${`tell:${id}`}`.execute(db)
  return rows.length > 0
}
const queue = (id: string) =>
  db.updateTable('savedSearches').set({ queuedAt: portal.clock.now() }).where('id', '=', id).execute()

test('a mail waits when a search has become due for a count since its job was queued', async () => {
  const { owner, other } = await createChangedSearch()
  await queueChangeMails(services)
  expect(await hasJob(owner)).toBe(true)
  await queue(other)
  await sendChanges(owner)
  expect(await countPending(owner)).toBe(1)
  await runRecountSearches(services)({ userId: owner.id }, jobRun)
  await sendChanges(owner)
  expect(await countPending(owner)).toBe(0)
})

test('a search overdue by half a day does not delay the mail', async () => {
  const { owner, other } = await createChangedSearch()
  await queue(other)
  await queueChangeMails(services)
  expect(await hasJob(owner)).toBe(false)
  const longAgo = new Date(portal.clock.now().getTime() - 37 * hour)
  await db.updateTable('savedSearches').set({ lastAttemptAt: longAgo }).where('id', '=', other).execute()
  await queueChangeMails(services)
  expect(await hasJob(owner)).toBe(true)
  await sendChanges(owner)
  expect(await countPending(owner)).toBe(0)
})

test('a search changed during its count is counted again immediately', async () => {
  const owner = await user(portal)
  const { criteria } = await createMatches(3)
  const { id, lastCountAt } = await saved(owner, criteria)
  const { rows } = services.clickhouse
  let changes = 0
  const changing = async (...asked: Parameters<typeof rows>) => {
    if (changes++ === 0) await updateSavedSearch(db, id, { name: 'Renamed' })
    return rows(...asked)
  }
  portal.clock.advance(day + hour)
  await queueRecounts(services)
  const clickhouse = { ...services.clickhouse, rows: changing as typeof rows }
  await runRecountSearches({ ...services, clickhouse })({ userId: owner.id }, jobRun)
  expect(changes).toBeGreaterThan(0)
  const { queuedAt } = await db
    .selectFrom('savedSearches')
    .select('queuedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(queuedAt).toBeNull()
  const counted = await now(owner, id)
  expect(counted.name).toBe('Renamed')
  expect(counted.lastCountAt).not.toBe(lastCountAt)
})

test('a user with a job that is still retried is not queued again, and others are', async () => {
  const { owner } = await createChangedSearch()
  const find = async () => {
    const at = portal.clock.now()
    return listUsersToNotify(db, { mailedSince: getMailedCutoff(at), ...getWaitingLimits(at), limit: 500 })
  }
  expect(await find()).toContain(owner.id)
  await queueChangeMails(services)
  expect(await find()).not.toContain(owner.id)
  await sql`select graphile_worker.permanently_fail_jobs(array_agg(id), 'given up') from graphile_worker.jobs
    where key = ${`tell:${owner.id}`}`.execute(db)
  expect(await find()).toContain(owner.id)
})
