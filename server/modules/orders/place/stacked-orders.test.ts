import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { orders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterpriseUser } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { runFulfilOrder } from '../fulfil/fulfil-order.job.ts'

let portal: Portal
let owner: Awaited<ReturnType<typeof enterpriseUser>>

beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
})
beforeEach(async () => {
  owner = await enterpriseUser(portal, { onDemandCredits: 100_000 })
})
afterAll(() => portal.close())

const searches: Criteria[] = [
  { location: { states: ['TN'] }, exclude: { propertyIds: [] } },
  { property: { assetClasses: ['RESIDENTIAL'] } },
  { owner: { occupancies: ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] } },
]
const buildStack = (atLeast: number) => ({
  stack: { of: searches.map((criteria, at) => ({ name: `Search ${at}`, criteria })), atLeast } as Criteria['stack'],
})

async function searchPropertyIds(criteria: Criteria): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, next: number | null = 1; next !== null; page += 1) {
    const { body } = await owner.as.call(properties.search, { body: { criteria, page, limit: 100 } })
    ids.push(...body.items.map(({ propertyId }) => propertyId))
    next = body.nextPage
  }
  return ids
}

/** Properties that match at least `atLeast` of the searches, each queried separately. */
async function listPropertiesInAtLeast(atLeast: number): Promise<string[]> {
  const each = await Promise.all(
    searches.map((criteria) => searchPropertyIds({ ...criteria, exclude: { delivered: false } })),
  )
  const times = Map.groupBy(each.flat(), (id) => id)
  return [...times].filter(([, its]) => its.length >= atLeast).map(([id]) => id)
}

test.each([1, 2, 3])('a stack of at least %i of three searches finds what they find separately', async (atLeast) => {
  const expected = await listPropertiesInAtLeast(atLeast)
  expect(expected.length).toBeGreaterThan(0)
  expect((await searchPropertyIds(buildStack(atLeast))).toSorted()).toEqual(expected.toSorted())
})

test('an order of a stack delivers exactly what was quoted, and the next one none of it', async () => {
  const criteria = { ...buildStack(2), property: { yearBuilt: { max: 1980 } } }
  const quote = async () =>
    (await owner.as.call(orderQuotes.quote, { body: { campaignType: 'MAIL_READY', criteria } })).body
  const before = await quote()
  expect(before.deliverable).toBeGreaterThan(20)
  const order = { orderName: 'Of two', quantity: before.deliverable, criteria }
  const placed = await owner.as.call(orders.place, { params: { campaignId: owner.campaign.id }, body: order })
  expect(placed.status).toBe(201)
  await runFulfilOrder({ ...portal.services, contacts: noContactProvider })({ orderId: placed.body.id })

  const params = { campaignId: owner.campaign.id, orderId: placed.body.id }
  const { body: done } = await owner.as.call(orders.get, { params })
  expect(done).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: before.deliverable, criteria })
  const { body: leads } = await owner.as.call(orders.leads, { params, query: { limit: 100 } })
  const inTwo = new Set(await listPropertiesInAtLeast(2))
  expect(leads.items.every(({ propertyId }) => inTwo.has(propertyId))).toBe(true)
  expect(await quote()).toMatchObject({ deliverable: 0, alreadyDelivered: before.deliverable })
})

test('an order for one property delivers it', async () => {
  const [propertyId = ''] = await portal.services.clickhouse
    .rows<{ id: string }>('select property_id as id from properties where is_mailable order by id desc limit 1')
    .then((rows) => rows.map(({ id }) => id))
  const criteria: Criteria = {
    only: { propertyIds: [propertyId, '99999999999999999999'] },
    exclude: { delivered: false },
  }
  await portal.db.updateTable('creditSettings').set({ minCampaignVolume: 1 }).execute()
  const order = { orderName: 'One', quantity: 1, criteria }
  const placed = await owner.as.call(orders.place, { params: { campaignId: owner.campaign.id }, body: order })
  expect(placed.status).toBe(201)
  await runFulfilOrder({ ...portal.services, contacts: noContactProvider })({ orderId: placed.body.id })
  const params = { campaignId: owner.campaign.id, orderId: placed.body.id }
  const { body: leads } = await owner.as.call(orders.leads, { params, query: {} })
  expect(leads.items.map((lead) => lead.propertyId)).toEqual([propertyId])
})

test('a saved stack can be excluded from another search, and the filter breakdown of a stack shows what it removes', async () => {
  const { body: saved } = await owner.as.call(savedSearches.create, {
    body: { name: 'Stack', criteria: buildStack(2) },
  })
  const all = { exclude: { delivered: false } }
  const count = async (criteria: Criteria) =>
    (await owner.as.call(properties.count, { body: { criteria, waterfall: true } })).body
  const [everything, stacked] = [await count(all), await count({ ...buildStack(2), ...all })]
  const rest = await count({ exclude: { delivered: false, savedSearchIds: [saved.id] } })
  expect(stacked.count).toBeGreaterThan(0)
  expect(rest.count).toBe(everything.count - stacked.count)
  expect(stacked.waterfall?.clauses).toEqual([
    { key: 'stack', remaining: stacked.count, givesBack: everything.count - stacked.count },
  ])
})
