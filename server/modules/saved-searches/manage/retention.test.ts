import { maxRestorableSearches, savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createSearchHarness, day, hour } from '../changes/changing-searches.fixture.ts'
import { listStoredSets } from '../count/matches.queries.ts'
import { purgeUnusedMatchSets } from '../count/purge-match-sets.ts'
import { queueRecounts } from '../count/recount-searches.job.ts'
import { savedSearchSchedule } from '../saved-searches.jobs.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { createMatches, saved, aDayLater, signInAgain, now, getChanges } = createSearchHarness(portal)

test('a search whose excluded search is gone has no count, and does not block others', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give, stories } = await createMatches(4)
  const { body: gone } = await owner.as.call(savedSearches.create, { body: { name: 'Gone', criteria } })
  const leaning = { property: { stories: { min: stories } }, exclude: { savedSearchIds: [gone.id] } }
  const broken = await saved(owner, leaning)
  const { body: sound } = await owner.as.call(savedSearches.create, { body: { name: 'Sound', criteria } })
  await owner.as.call(savedSearches.remove, { params: { id: gone.id } })
  await give(ids.slice(0, 1), 1)
  await aDayLater(owner)
  expect(await now(owner, sound.id)).toMatchObject({ lastCount: 3 })
  expect(broken.lastCount).toEqual(expect.any(Number))
  expect(await now(owner, broken.id)).toMatchObject({ lastCount: null, lastCountAt: null })
  await queueRecounts(portal.services)
  const { queuedAt } = await portal.db
    .selectFrom('savedSearches')
    .select('queuedAt')
    .where('id', '=', broken.id)
    .executeTakeFirstOrThrow()
  expect(queuedAt).toBeNull()
})

test('a deleted search can be restored unchanged within 30 days, unless its name is taken', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria } = await createMatches(2)
  const { id, name } = await saved(owner, criteria)
  const params = { id }
  await owner.as.call(savedSearches.makeDefault, { params })
  const before = (await owner.as.call(savedSearches.get, { params })).body
  expect((await owner.as.call(savedSearches.restore, { params })).body).toEqual(before)
  await owner.as.call(savedSearches.remove, { params })
  const { body: other } = await owner.as.call(savedSearches.create, { body: { name, criteria } })
  expect(await owner.as.call(savedSearches.restore, { params })).toMatchObject({
    status: 409,
    body: {
      code: 'CONFLICT',
      message: `You now have another saved search called “${name}”. Rename that one first.`,
    },
  })
  await owner.as.call(savedSearches.change, { params: { id: other.id }, body: { name: 'Another' } })
  await owner.as.call(savedSearches.makeDefault, { params: { id: other.id } })
  expect((await owner.as.call(savedSearches.restore, { params })).body).toMatchObject({ name, isDefault: false })
  await owner.as.call(savedSearches.remove, { params })
  portal.clock.advance(31 * day)
  const later = await signInAgain(owner)
  expect((await later.as.call(savedSearches.restore, { params })).status).toBe(404)
  await savedSearchSchedule(portal.services)['purge-deleted-searches'].run()
  expect(await portal.db.selectFrom('savedSearches').select('id').where('id', '=', id).execute()).toEqual([])
})

test('unused match sets are purged an hour later, and all others stay', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give } = await createMatches(6)
  const { id } = await saved(owner, criteria)
  for (const at of [0, 1, 2]) {
    await give(ids.slice(at, at + 1), 1)
    await aDayLater(owner)
  }
  const { clickhouse } = portal.services
  const stored = () => listStoredSets(clickhouse, 1_000_000)
  await purgeUnusedMatchSets(portal.services)
  const many = await stored()
  portal.clock.advance(2 * hour)
  await purgeUnusedMatchSets(portal.services)
  const few = await stored()
  expect(few.length).toBeLessThan(many.length)
  const known = await portal.db.selectFrom('savedSearchSets').select('id').execute()
  const knownIds = known.map(({ id: set }) => set)
  // A set without matches has no rows.
  expect(few.filter((set) => !knownIds.includes(set))).toEqual([])
  expect((await getChanges(owner, id, 'LEFT')).items.map(({ propertyId }) => propertyId)).toEqual(
    ids.slice(0, 3).toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1)),
  )
  // A restored database reuses ids, but a new set never contains the matches of an old one.
  await clickhouse.run(`insert into saved_search_matches select toUInt32(${Math.max(...knownIds) + 1}), 7`)
  const { as } = await signInAgain(owner)
  expect((await as.call(savedSearches.visit, { params: { id } })).body.lastCount).toBe(3)
})

test('only the latest deleted searches can be restored', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const other = await user(portal, { role: 'CONSUMER_USER' })
  const remove = async (saver: typeof owner) => {
    const body = { name: 'Gone', criteria: { property: { stories: { min: 3 } } } }
    const { id } = (await saver.as.call(savedSearches.create, { body })).body
    await saver.as.call(savedSearches.remove, { params: { id } })
    portal.clock.advance(1000)
    return id
  }
  const others = await remove(other)
  const first = await remove(owner)
  const second = await remove(owner)
  for (let more = 1; more < maxRestorableSearches; more++) await remove(owner)
  expect((await owner.as.call(savedSearches.restore, { params: { id: first } })).status).toBe(404)
  expect((await owner.as.call(savedSearches.restore, { params: { id: second } })).status).toBe(200)
  expect((await other.as.call(savedSearches.restore, { params: { id: others } })).status).toBe(200)
})
