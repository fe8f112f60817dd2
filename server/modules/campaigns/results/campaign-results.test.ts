import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { orders } from '@dooryard/contract/orders/orders'
import { campaignResults, enterpriseCampaignResults } from '@dooryard/contract/results/campaign-results'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign, enterpriseUser } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { toCampaignTotals } from './totals-rules.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

const empty = { mailed: 0, responses: 0, appointments: 0, deals: 0, revenue: 0, otherCost: 0 }

test('totals divide by nothing never, and an unknown credit price leaves the costs unknown', () => {
  expect(toCampaignTotals(empty, { credits: 0, creditPrice: null })).toMatchObject({
    ...{ creditCost: 0, cost: 0, responseRate: null, costPerDeal: null, returnOnCost: null },
  })
  const sums = { mailed: 400, responses: 8, appointments: 4, deals: 3, revenue: 90_000, otherCost: 20_000 }
  expect(toCampaignTotals(sums, { credits: 400, creditPrice: null })).toMatchObject({
    ...{ creditCost: null, cost: null, responseRate: 0.02, costPerDeal: null, returnOnCost: null },
  })
  expect(toCampaignTotals(sums, { credits: 400, creditPrice: 25 })).toMatchObject({
    ...{ creditCost: 10_000, cost: 30_000, costPerResponse: 3_750, costPerAppointment: 7_500, costPerDeal: 10_000 },
    returnOnCost: 2,
  })
})

test('results of a campaign and its orders are added by people and keys, corrected and deleted, with totals', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const params = { campaignId: owner.campaign.id }
  const order = await owner.as.call(orders.place, { params, body: { orderName: 'First', quantity: 60 } })
  const add = (body: object) => owner.as.call(campaignResults.add, { params, body: { day: '2026-11-02', ...body } })
  const first = await add({ mailed: 60, responses: 3, orderId: order.body.id, otherCost: 6_000 })
  expect(first).toMatchObject({ status: 201, body: { mailed: 60, deals: 0, orderId: order.body.id } })
  const key = await owner.as.call(apiKeys.create, { body: { name: 'CRM', scopes: ['orders:write'] } })
  const program = createCaller(portal.url, key.body.key)
  const pushed = await program.call(enterpriseCampaignResults.add, { params, body: { day: '2026-11-09', deals: 2 } })
  expect(pushed.status).toBe(201)
  const list = async () => (await owner.as.call(campaignResults.list, { params })).body
  const { items, totals } = await list()
  expect(items.map(({ day }) => day)).toEqual(['2026-11-09', '2026-11-02'])
  expect(totals).toMatchObject({
    mailed: 60,
    responses: 3,
    deals: 2,
    otherCost: 6_000,
    credits: 60,
    responseRate: 0.05,
  })
  const resultParams = { ...params, id: first.body.id }
  await owner.as.call(campaignResults.change, { params: resultParams, body: { responses: 6 } })
  expect((await list()).totals.responseRate).toBe(0.1)
  expect((await owner.as.call(campaignResults.remove, { params: resultParams })).status).toBe(204)
  expect((await list()).totals).toMatchObject({ mailed: 0, responseRate: null })
})

test('additions and corrections cannot make more responses than pieces mailed, and deletions are never refused', async () => {
  const owner = await enterpriseUser(portal)
  const params = { campaignId: owner.campaign.id }
  const add = (body: object) => owner.as.call(campaignResults.add, { params, body: { day: '2026-11-02', ...body } })
  const getTotals = async () => (await owner.as.call(campaignResults.list, { params })).body.totals
  const refusal = (path: string, message: string) => ({ status: 422, body: { message, issues: [{ path, message }] } })
  // Without any pieces they are not tracked.
  const early = await add({ responses: 3 })
  expect(early.status).toBe(201)
  const few = 'The campaign would have 3 responses to 2 pieces mailed or called. Enter at most one response per piece.'
  expect(await add({ mailed: 2 })).toMatchObject(refusal('mailed', few))
  const mailing = await add({ mailed: 60 })
  const many =
    'The campaign would have 61 responses to 60 pieces mailed or called. Enter at most one response per piece.'
  expect(await add({ responses: 58 })).toMatchObject(refusal('responses', many))
  // An owner may need several appointments, and sell several houses.
  expect((await add({ mailed: 1, responses: 58, appointments: 90, deals: 70 })).status).toBe(201)
  const change = { params: { ...params, id: early.body.id }, body: { responses: 4 } }
  expect(await owner.as.call(campaignResults.change, change)).toMatchObject({ status: 422 })
  expect(await getTotals()).toMatchObject({ mailed: 61, responses: 61, responseRate: 1 })
  const removed = await owner.as.call(campaignResults.remove, { params: { ...params, id: mailing.body.id } })
  expect(removed.status).toBe(204)
  expect(await getTotals()).toMatchObject({ mailed: 1, responses: 61, responseRate: null })
  expect((await add({ mailed: 60 })).status).toBe(201)
  expect(await getTotals()).toMatchObject({ responseRate: 1 })
})

test('of two additions at the same time that only one mailing has room for, one is refused', async () => {
  const owner = await enterpriseUser(portal)
  const params = { campaignId: owner.campaign.id }
  const add = (body: object) => owner.as.call(campaignResults.add, { params, body: { day: '2026-11-02', ...body } })
  await add({ mailed: 60 })
  const replies = await Promise.all([add({ responses: 58 }), add({ responses: 58 })])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect((await owner.as.call(campaignResults.list, { params })).body.totals).toMatchObject({ responses: 58 })
})

test('results from before that exceed the pieces mailed have no rate, and may be corrected step by step', async () => {
  const owner = await enterpriseUser(portal)
  const params = { campaignId: owner.campaign.id }
  const add = (body: object) => owner.as.call(campaignResults.add, { params, body: { day: '2026-11-02', ...body } })
  await add({ mailed: 10 })
  const { body } = await add({ responses: 10 })
  await portal.db.updateTable('campaignResults').set({ responses: 50 }).where('id', '=', body.id).execute()
  const correct = (responses: number) =>
    owner.as.call(campaignResults.change, { params: { ...params, id: body.id }, body: { responses } })
  expect((await owner.as.call(campaignResults.list, { params })).body.totals.responseRate).toBeNull()
  expect((await correct(30)).status).toBe(200)
  expect((await correct(31)).status).toBe(422)
  expect((await add({ deals: 1 })).status).toBe(201)
})

test('results are refused for other campaigns, for orders outside the campaign, and without a number', async () => {
  const [owner, other] = [await enterpriseUser(portal, { onDemandCredits: 100 }), await enterpriseUser(portal)]
  const params = { campaignId: owner.campaign.id }
  const order = await owner.as.call(orders.place, { params, body: { orderName: 'First', quantity: 60 } })
  const second = await campaign(owner, { name: 'Second' })
  const body = { day: '2026-11-02', mailed: 5, orderId: order.body.id }
  expect((await other.as.call(campaignResults.add, { params, body })).status).toBe(404)
  expect((await other.as.call(campaignResults.list, { params })).status).toBe(404)
  expect(await owner.as.call(campaignResults.add, { params: { campaignId: second.id }, body })).toMatchObject({
    status: 422,
    body: { message: 'This campaign has no such order.' },
  })
  expect((await owner.as.call(campaignResults.add, { params, body: { day: '2026-11-02' } })).status).toBe(400)
})
