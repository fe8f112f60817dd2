import type { Criteria } from '@dooryard/contract/criteria'
import { orderQuotes } from '@dooryard/contract/order-quote'
import { orders } from '@dooryard/contract/orders'
import { properties } from '@dooryard/contract/properties'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterpriseUser } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { noVendor } from '../contacts/index.ts'
import { runFulfilOrder } from './fulfil-order.job.ts'

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
const stack = (atLeast: number) => ({
  stack: { of: searches.map((criteria, at) => ({ name: `Search ${at}`, criteria })), atLeast } as Criteria['stack'],
})

async function found(criteria: Criteria): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, next: number | null = 1; next !== null; page += 1) {
    const { body } = await owner.as.call(properties.search, { body: { criteria, page, limit: 100 } })
    ids.push(...body.items.map(({ propertyId }) => propertyId))
    next = body.nextPage
  }
  return ids
}

/** The properties that are in at least so many of the searches, each asked by itself. */
async function inAtLeast(atLeast: number): Promise<string[]> {
  const each = await Promise.all(searches.map((criteria) => found({ ...criteria, exclude: { delivered: false } })))
  const times = Map.groupBy(each.flat(), (id) => id)
  return [...times].filter(([, its]) => its.length >= atLeast).map(([id]) => id)
}

test.each([1, 2, 3])('what is in at least %i of three searches is what each of them finds', async (atLeast) => {
  const expected = await inAtLeast(atLeast)
  expect(expected.length).toBeGreaterThan(0)
  expect((await found(stack(atLeast))).toSorted()).toEqual(expected.toSorted())
})

test('an order of a stack delivers just what was quoted, and the next one nothing of it', async () => {
  const criteria = { ...stack(2), property: { yearBuilt: { max: 1980 } } }
  const quote = async () =>
    (await owner.as.call(orderQuotes.quote, { body: { campaignType: 'MAIL_READY', criteria } })).body
  const before = await quote()
  expect(before.deliverable).toBeGreaterThan(20)
  const order = { orderName: 'Of two', quantity: before.deliverable, criteria }
  const placed = await owner.as.call(orders.place, { params: { campaignId: owner.campaign.id }, body: order })
  expect(placed.status).toBe(201)
  await runFulfilOrder({ ...portal.services, contacts: noVendor })({ orderId: placed.body.id })

  const params = { campaignId: owner.campaign.id, orderId: placed.body.id }
  const { body: done } = await owner.as.call(orders.get, { params })
  expect(done).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: before.deliverable, criteria })
  const { body: leads } = await owner.as.call(orders.leads, { params, query: { limit: 100 } })
  const inTwo = new Set(await inAtLeast(2))
  expect(leads.items.every(({ propertyId }) => inTwo.has(propertyId))).toBe(true)
  expect(await quote()).toMatchObject({ deliverable: 0, alreadyDelivered: before.deliverable })
})

test('an order of one property delivers that one', async () => {
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
  await runFulfilOrder({ ...portal.services, contacts: noVendor })({ orderId: placed.body.id })
  const params = { campaignId: owner.campaign.id, orderId: placed.body.id }
  const { body: leads } = await owner.as.call(orders.leads, { params, query: {} })
  expect(leads.items.map((lead) => lead.propertyId)).toEqual([propertyId])
})

test('a saved stack can be left out of another search, wherever the user is told of it', async () => {
  const { body: saved } = await owner.as.call(savedSearches.create, { body: { name: 'Stack', criteria: stack(2) } })
  const all = { exclude: { delivered: false } }
  const count = async (criteria: Criteria) =>
    (await owner.as.call(properties.count, { body: { criteria, waterfall: true } })).body
  const [everything, stacked] = [await count(all), await count({ ...stack(2), ...all })]
  const rest = await count({ exclude: { delivered: false, savedSearchIds: [saved.id] } })
  expect(stacked.count).toBeGreaterThan(0)
  expect(rest.count).toBe(everything.count - stacked.count)
  expect(stacked.waterfall?.clauses).toEqual([
    { key: 'stack', remaining: stacked.count, givesBack: everything.count - stacked.count },
  ])
})
