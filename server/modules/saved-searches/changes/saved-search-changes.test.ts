import { propertyLists } from '@dooryard/contract/data/property-lists'
import { notifications } from '@dooryard/contract/identity/notifications'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getOwnLeads } from '../../orders/index.ts'
import { countMatches } from '../count/matches.queries.ts'
import { queueRecounts } from '../count/recount-searches.job.ts'
import { createSearchHarness, hour, insertPurchases, jobRun, runRecountSearches } from './changing-searches.fixture.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { createMatches, saved, aDayLater, signInAgain, now, getChanges } = createSearchHarness(portal)

test('new and removed matches since the last visit are counted and shown until the next visit', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give, stories: tall } = await createMatches(12)
  await give(ids.slice(8), 1)
  const { id, changes, history } = await saved(owner, criteria)
  expect(changes).toEqual({ entered: 0, left: 0 })
  expect(history).toMatchObject([{ count: 8 }])
  await give(ids.slice(8), tall)
  await give(ids.slice(0, 3), 1)
  await aDayLater(owner)
  const counted = await now(owner, id)
  expect(counted).toMatchObject({ lastCount: 9, changes: { entered: 4, left: 3 } })
  expect(counted.history).toMatchObject([{ count: 8 }, { count: 9 }])
  const entered = await getChanges(owner, id, 'ENTERED', { limit: 3 })
  const rest = await getChanges(owner, id, 'ENTERED', { limit: 3, page: 2 })
  expect(entered).toMatchObject({ totalCount: 4, nextPage: 2 })
  expect([...entered.items, ...rest.items].map(({ propertyId }) => propertyId).toSorted()).toEqual(
    ids.slice(8).toSorted(),
  )
  expect(entered.items.every(({ propertyId, property }) => property?.propertyId === propertyId)).toBe(true)
  expect(entered.items.every(({ property }) => property?.isOwnerMasked && property.mailingAddress === '•••••')).toBe(
    true,
  )
  const left = await getChanges(owner, id, 'LEFT')
  expect(left.items.map(({ propertyId }) => propertyId).toSorted()).toEqual(ids.slice(0, 3).toSorted())
  const far = await getChanges(owner, id, 'LEFT', { page: Number.MAX_SAFE_INTEGER, limit: 100 })
  expect(far).toMatchObject({ items: [], totalCount: 3, previousPage: 1 })

  const { as } = await signInAgain(owner)
  const visits = await Promise.all([1, 2].map(() => as.call(savedSearches.visit, { params: { id } })))
  expect(visits.map(({ status }) => status)).toEqual([200, 200])
  for (const { body } of visits) expect(body).toMatchObject({ lastCount: 9, changes: { entered: 0, left: 0 } })
  expect((await getChanges(owner, id, 'ENTERED')).items).toEqual([])
  expect(Date.parse((await now(owner, id)).visitedAt ?? '')).toBeGreaterThan(Date.parse(counted.visitedAt ?? ''))
})

test('what users add to a list or remove from it by hand is counted, and only other changes of its search are new', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give, stories: tall } = await createMatches(8)
  const { body: list } = await owner.as.call(propertyLists.create, { body: { name: 'By hand' } })
  const change = (action: 'ADD' | 'REMOVE', propertyIds: string[], { as } = owner) =>
    as.call(propertyLists.change, { params: { id: list.id }, body: { action, propertyIds } })
  await change('ADD', ids.slice(0, 5))
  await give(ids.slice(4, 5), 1)
  const { id } = await saved(owner, { ...criteria, only: { listIds: [list.id] } }, { emailChanges: true })
  portal.clock.advance(1_000)
  await change('ADD', ids.slice(5))
  await change('REMOVE', ids.slice(1, 2))
  // By themselves, one that was listed before leaves and another enters.
  await give(ids.slice(0, 1), 1)
  await give(ids.slice(4, 5), tall)
  await aDayLater(owner)
  expect(await now(owner, id)).toMatchObject({ lastCount: 6, changes: { entered: 1, left: 1 } })
  expect((await getChanges(owner, id, 'ENTERED')).items.map(({ propertyId }) => propertyId)).toEqual([ids[4]])
  const { items } = (await (await signInAgain(owner)).as.call(notifications.list)).body
  expect(items).toMatchObject([{ title: '1 new match for “Tall”', body: '1 new match, 1 match gone.' }])

  // What was listed at a visit is no longer news by hand, also when the visit found nothing new.
  const visitor = await signInAgain(owner)
  portal.clock.advance(1_000)
  await give(ids.slice(1, 2), 1)
  await change('ADD', ids.slice(1, 2), visitor)
  portal.clock.advance(1_000)
  expect((await visitor.as.call(savedSearches.visit, { params: { id } })).body).toMatchObject({ lastCount: 6 })
  portal.clock.advance(1_000)
  await change('REMOVE', ids.slice(2, 3), visitor)
  await give(ids.slice(1, 2), tall)
  await aDayLater(owner)
  expect(await now(owner, id)).toMatchObject({ lastCount: 6, changes: { entered: 1, left: 0 } })
})

test('changes add up over the days until the visit, and a visit finds changes not counted yet', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give } = await createMatches(6)
  const { id } = await saved(owner, criteria)
  await give(ids.slice(0, 1), 1)
  await aDayLater(owner)
  await give(ids.slice(1, 2), 1)
  await aDayLater(owner)
  expect(await now(owner, id)).toMatchObject({ lastCount: 4, changes: { entered: 0, left: 2 } })
  await give(ids.slice(2, 3), 1)
  const { as } = await signInAgain(owner)
  const { body } = await as.call(savedSearches.visit, { params: { id } })
  expect(body).toMatchObject({ lastCount: 3, changes: { entered: 0, left: 0 } })
  const events = await portal.db
    .selectFrom('savedSearchCounts')
    .select(['type', 'count', 'entered', 'departed'])
    .where('savedSearchId', '=', id)
    .orderBy('at')
    .execute()
  expect(events).toEqual([
    { type: 'saved_search.saved', count: 6, entered: null, departed: null },
    { type: 'saved_search.changed', count: 5, entered: 0, departed: 1 },
    { type: 'saved_search.changed', count: 4, entered: 0, departed: 1 },
    { type: 'saved_search.changed', count: 3, entered: 0, departed: 1 },
  ])
})

test('purchased leads stay in the search, and the rest is what the lead finder shows', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000 })
  await portal.db.updateTable('creditSettings').set({ isActive: true, minCampaignVolume: 1 }).execute()
  const { criteria, ids } = await createMatches(3)
  const { id } = await saved(owner, criteria)
  const draft = { orderName: 'All', campaignType: 'MAIL_READY' as const, quantity: 3, criteria }
  const { body: order } = await owner.as.call(privateOrders.place, { body: draft })
  await insertPurchases(portal.services, { orderId: order.id, ids: ids.slice(0, 2) })
  const list = async (who: Pick<typeof owner, 'as'>) =>
    (await who.as.call(savedSearches.list, { query: {} })).body.items
  expect(await list(owner)).toMatchObject([{ lastCount: 3, delivered: 2 }])
  const found = await owner.as.call(properties.count, { body: { criteria } })
  expect(found.body.count).toBe(3 - 2)
  await aDayLater(owner)
  expect(await now(owner, id)).toMatchObject({ lastCount: 3, delivered: 2, changes: { entered: 0, left: 0 } })
  const other = await user(portal, { role: 'CONSUMER_USER' })
  await saved(other, criteria)
  expect(await list(other)).toMatchObject([{ lastCount: 3, delivered: 0 }])
  const all = await saved(await signInAgain(owner), { ...criteria, exclude: { delivered: false } }, { name: 'All' })
  expect(all).not.toHaveProperty('delivered')
})

test('above the tracking limit, purchased leads are counted with the matches', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000 })
  const { criteria, ids } = await createMatches(5)
  const { id } = await saved(owner, criteria)
  const draft = { orderName: 'All', campaignType: 'MAIL_READY' as const, quantity: 5, criteria }
  const { body: order } = await owner.as.call(privateOrders.place, { body: draft })
  await insertPurchases(portal.services, { orderId: order.id, ids: ids.slice(0, 2) })
  const at = portal.clock.now()
  const ownLeads = await getOwnLeads(portal.services, { userId: owner.id, at, criteria: [] })
  const selection = { criteria, ownLeads, asOf: at }
  const counted = await countMatches(portal.services.clickhouse, selection)
  expect(counted).toEqual({ count: 5, delivered: 2 })
  const withoutSet = { currentSet: null, viewedSet: null, notifiedSet: null, lastDelivered: counted.delivered }
  await portal.db.updateTable('savedSearches').set(withoutSet).where('id', '=', id).execute()
  expect(await now(owner, id)).toMatchObject({ lastCount: 5, delivered: 2 })
})

test('changed criteria restart tracking with a new history', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give } = await createMatches(4)
  const { id } = await saved(owner, criteria)
  await give(ids.slice(0, 1), 1)
  await aDayLater(owner)
  const { as } = await signInAgain(owner)
  const { body } = await as.call(savedSearches.change, { params: { id }, body: { criteria: {} } })
  expect(body).toMatchObject({ lastCount: 2_000, changes: { entered: 0, left: 0 }, history: [{ count: 2_000 }] })
})

test('new data is counted the same day, though not immediately', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give } = await createMatches(3)
  const { id } = await saved(owner, criteria)
  await aDayLater(owner)
  await give(ids.slice(0, 1), 1)
  const roll = portal.db.updateTable('rolls').set({ changedAt: portal.clock.now() })
  await roll.execute()
  const hours = async (count: number) => {
    portal.clock.advance(count * hour)
    await queueRecounts(portal.services)
    await runRecountSearches(portal.services)({ userId: owner.id }, jobRun)
    return (await now(owner, id)).lastCount
  }
  expect(await hours(5)).toBe(3)
  expect(await hours(2)).toBe(2)
})

test('changed searches are listed first when requested', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const { criteria, ids, give } = await createMatches(3)
  const changing = await saved(owner, criteria)
  const { body: still } = await owner.as.call(savedSearches.create, { body: { name: 'Still', criteria: {} } })
  await give(ids.slice(0, 1), 1)
  await aDayLater(owner)
  const { as } = await signInAgain(owner)
  const order = async (sort: 'default' | 'changes') =>
    (await as.call(savedSearches.list, { query: { sort } })).body.items.map(({ id }) => id)
  expect(await order('changes')).toEqual([changing.id, still.id])
  expect(await order('default')).toEqual([still.id, changing.id])
})
