import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterpriseUser } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { runFulfilOrder } from '../fulfil/fulfil-order.job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
})
afterAll(() => portal.close())

const houses: Criteria = { property: { assetClasses: ['RESIDENTIAL'] } }

test('an order excludes by the criteria a saved search had when it was placed, whatever happens to the search', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 2_000 })
  const inTennessee: Criteria = { location: { states: ['TN'] } }
  const saved = await owner.as.call(savedSearches.create, { body: { name: 'Done with', criteria: inTennessee } })
  const { id } = saved.body
  const criteria = { ...houses, exclude: { savedSearchIds: [id] } }
  const order = { orderName: 'The rest', quantity: 2_000, criteria }
  const placed = await owner.as.call(orders.place, { params: { campaignId: owner.campaign.id }, body: order })
  expect(placed.status).toBe(201)
  await owner.as.call(savedSearches.remove, { params: { id } })

  const payload = { orderId: placed.body.id }
  await runFulfilOrder({ ...portal.services, contacts: noContactProvider })(payload)

  const params = { campaignId: owner.campaign.id, orderId: placed.body.id }
  const { body } = await owner.as.call(orders.leads, { params, query: { limit: 100 } })
  expect(body.totalCount).toBeGreaterThan(0)
  expect(body.items.filter(({ state }) => state === 'TN')).toEqual([])
})
