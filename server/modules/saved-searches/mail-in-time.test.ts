import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { changingSearches, day, hour, run, runRecountSearches } from './changing-searches.fixture.ts'
import { untoldOf, usersToTell } from './counts.queries.ts'
import { queueRecounts } from './recount-searches.job.ts'
import { updateSavedSearch } from './saved-searches.queries.ts'
import { mailedSince, queueTidings, runTellChanges, waitingAt } from './tell-changes.job.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { own, saved, now } = changingSearches(portal)
const { db, services } = portal

/** A user of whose two searches one has changed, with both counted by now. */
async function changed() {
  const owner = await user(portal)
  const { criteria, ids, give } = await own(3)
  const { id } = await saved(owner, criteria, { emailChanges: true })
  const { id: other } = await saved(owner, { location: { states: ['TN'] } }, { name: 'Other' })
  await give(ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(services)
  await runRecountSearches(services)({ userId: owner.id }, run)
  return { owner, id, other }
}

const tell = ({ id }: TestUser) => runTellChanges(services)({ userId: id }, run)
const untold = async ({ id }: TestUser) => (await untoldOf(db, id)).length
const hasJob = async ({ id }: TestUser) => {
  const { rows } = await sql`select from graphile_worker.jobs where key = ${`tell:${id}`}`.execute(db)
  return rows.length > 0
}
const queue = (id: string) =>
  db.updateTable('savedSearches').set({ queuedAt: portal.clock.now() }).where('id', '=', id).execute()

test('a mail waits where a search has come to be counted since its job was queued', async () => {
  const { owner, other } = await changed()
  await queueTidings(services)
  expect(await hasJob(owner)).toBe(true)
  await queue(other)
  await tell(owner)
  expect(await untold(owner)).toBe(1)
  await runRecountSearches(services)({ userId: owner.id }, run)
  await tell(owner)
  expect(await untold(owner)).toBe(0)
})

test('a search that is not counted for half a day too long holds up no mail', async () => {
  const { owner, other } = await changed()
  await queue(other)
  await queueTidings(services)
  expect(await hasJob(owner)).toBe(false)
  const longAgo = new Date(portal.clock.now().getTime() - 37 * hour)
  await db.updateTable('savedSearches').set({ lastAttemptAt: longAgo }).where('id', '=', other).execute()
  await queueTidings(services)
  expect(await hasJob(owner)).toBe(true)
  await tell(owner)
  expect(await untold(owner)).toBe(0)
})

test('a search that somebody changes while it is counted is counted again at once', async () => {
  const owner = await user(portal)
  const { criteria } = await own(3)
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
  await runRecountSearches({ ...services, clickhouse })({ userId: owner.id }, run)
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

test('whoever has a job that is still tried is not found again, and others are', async () => {
  const { owner } = await changed()
  const find = async () => {
    const at = portal.clock.now()
    return usersToTell(db, { mailedSince: mailedSince(at), ...waitingAt(at), limit: 500 })
  }
  expect(await find()).toContain(owner.id)
  await queueTidings(services)
  expect(await find()).not.toContain(owner.id)
  await sql`select graphile_worker.permanently_fail_jobs(array_agg(id), 'given up') from graphile_worker.jobs
    where key = ${`tell:${owner.id}`}`.execute(db)
  expect(await find()).toContain(owner.id)
})
