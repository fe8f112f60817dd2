import { account } from '@dooryard/contract/identity/account'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getOwnLeads } from '../../orders/index.ts'
import { createSearchHarness, day, hour, jobRun, runRecountSearches } from '../changes/changing-searches.fixture.ts'
import { createSearchRecord } from '../manage/save-search.ts'
import { findUnused } from './match-sets.queries.ts'
import { listStoredSets } from './matches.queries.ts'
import { purgeUnusedMatchSets } from './purge-match-sets.ts'
import { queueRecounts } from './recount-searches.job.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { createMatches, saved, now, signInAgain } = createSearchHarness(portal)
const { db, services } = portal

const listSearchRows = ({ id }: TestUser) =>
  db
    .selectFrom('savedSearches')
    .select(['id', 'currentSet', 'viewedSet', 'lastAttemptAt'])
    .where('userId', '=', id)
    .execute()

test('finding unused sets never scans all searches for each set', async () => {
  const plan = await findUnused(db).explain('json')
  expect(JSON.stringify(plan)).not.toContain('SubPlan')
})

test('a user has at most 200 searches, by any way of adding one', async () => {
  const owner = await user(portal)
  const { id } = await saved(owner, {}, { name: 'The first' })
  await owner.as.call(savedSearches.remove, { params: { id } })
  await sql`insert into saved_searches (id, user_id, name, criteria, created_at, updated_at)
    select gen_random_uuid(), ${owner.id}, 'Search ' || n, '{}', now(), now() from generate_series(1, 199) as n`.execute(
    db,
  )
  const add = (name: string) => owner.as.call(savedSearches.create, { body: { name, criteria: {} } })
  const both = await Promise.all([add('One'), add('Another')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const full = {
    status: 422,
    body: { message: 'You have 200 saved searches, the maximum. Delete one first.' },
  }
  expect(await add('Yet another')).toMatchObject(full)
  expect(await owner.as.call(savedSearches.restore, { params: { id } })).toMatchObject(full)
})

test('closing an account deletes its searches', async () => {
  const owner = await user(portal)
  const { criteria } = await createMatches(2)
  await saved(owner, criteria)
  const [row] = await listSearchRows(owner)
  expect((await owner.as.call(account.close, { body: { password: testPassword } })).status).toBe(204)
  expect(await listSearchRows(owner)).toEqual([])
  await purgeUnusedMatchSets(services)
  portal.clock.advance(2 * hour)
  await purgeUnusedMatchSets(services)
  expect(await listStoredSets(services.clickhouse, 1_000_000)).not.toContain(row?.currentSet)
})

test('the matches of a deleted search are purged, and a restored search starts anew', async () => {
  const owner = await user(portal)
  const { criteria } = await createMatches(3)
  const { id } = await saved(owner, criteria)
  const [row] = await listSearchRows(owner)
  await owner.as.call(savedSearches.remove, { params: { id } })
  for (let hours = 0; hours < 6; hours += 2) {
    portal.clock.advance(2 * hour)
    await purgeUnusedMatchSets(services)
  }
  expect(await listStoredSets(services.clickhouse, 1_000_000)).not.toContain(row?.currentSet)
  await (await signInAgain(owner)).as.call(savedSearches.restore, { params: { id } })
  await queueRecounts(services)
  await runRecountSearches(services)({ userId: owner.id }, jobRun)
  expect(await now(owner, id)).toMatchObject({ lastCount: 3, changes: { entered: 0, left: 0 } })
})

test('saving and visiting do not wait for imports into the store', async () => {
  const owner = await user(portal)
  const { criteria } = await createMatches(2)
  let isLoading = true
  const loads = [1, 2].map(() =>
    services.clickhouse.run(
      "insert into function null('x UInt8') select sleepEachRow(0.1) from numbers(600) settings max_block_size = 1, log_comment = 'load'",
    ),
  )
  const first = Promise.race(loads).then(
    () => expect.unreachable('a long load is over'),
    () => {
      isLoading = false
    },
  )
  const { id } = await saved(owner, criteria)
  expect((await owner.as.call(savedSearches.visit, { params: { id } })).status).toBe(200)
  expect(isLoading).toBe(true)
  const stop = "kill query where Settings['log_comment'] = 'load' async"
  await services.clickhouse.run(stop, {}, { isShort: true })
  await Promise.allSettled([first, ...loads])
})

test('a visit with unchanged matches keeps no second set, and neither do unchanged criteria', async () => {
  const owner = await user(portal)
  const { criteria, ids, give } = await createMatches(4)
  const { id } = await saved(owner, criteria)
  const newest = async () =>
    (
      await db
        .selectFrom('savedSearchSets')
        .select(({ fn }) => fn.max('id').as('id'))
        .execute()
    )[0]
  const before = await newest()
  await owner.as.call(savedSearches.visit, { params: { id } })
  expect(await newest()).toEqual(before)
  await give(ids.slice(0, 1), 1)
  const { body } = await owner.as.call(savedSearches.change, { params: { id }, body: { name: 'Again', criteria } })
  expect(body).toMatchObject({ name: 'Again', lastCount: 4 })
  expect(await newest()).toEqual(before)
})

test('a search not counted because the store was busy is counted next', async () => {
  const owner = await user(portal)
  const { criteria } = await createMatches(3)
  const rows = () => Promise.reject(appError('UNAVAILABLE', 'Too many searches are running.'))
  const busy = { ...services, getOwnLeads, clickhouse: { ...services.clickhouse, rows } }
  const id = await createSearchRecord({ ...busy, actor: { userId: owner.id } }, { name: 'Busy', criteria })
  expect(await now(owner, id)).toMatchObject({ lastCount: null })
  await queueRecounts(services)
  await runRecountSearches(services)({ userId: owner.id }, jobRun)
  expect(await now(owner, id)).toMatchObject({ lastCount: 3, changes: { entered: 0, left: 0 } })
})

test('a queued recount keeps its place, and one user does not delay all others', async () => {
  // Their ids decide the queues: of so many, all are in one of the two once in half a million runs.
  const owners: TestUser[] = []
  for (let at = 0; at < 20; at++) owners.push(await user(portal))
  for (const owner of owners) await saved(owner, { location: { states: ['TN'] } })
  const jobs = async () => {
    const { rows } = await sql<{ key: string; runAt: Date; queue: string; createdAt: Date }>`
      select key, run_at, queue_name as queue, created_at from graphile_worker.jobs
      where task_identifier = 'recount-searches' order by key`.execute(db)
    return rows
  }
  portal.clock.advance(day + hour)
  await queueRecounts(services)
  const before = await jobs()
  expect(before.length).toBeGreaterThanOrEqual(20)
  expect(new Set(before.map(({ queue }) => queue)).size).toBe(2)
  portal.clock.advance(2 * hour)
  await queueRecounts(services)
  expect(await jobs()).toEqual(before)
})
