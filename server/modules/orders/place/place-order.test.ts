import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { account } from '@dooryard/contract/identity/account'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsUser, campaign, enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

type Owner = Awaited<ReturnType<typeof enterpriseUser>>

const placeTestOrder = ({ as, campaign: { id } }: Owner, body = {}, headers = {}) =>
  as.call(orders.place, {
    params: { campaignId: id },
    body: { orderName: 'First mailing', quantity: 60, ...body },
    headers,
  })

const listOrders = async ({ as, campaign: { id } }: Owner) =>
  (await as.call(orders.list, { params: { campaignId: id } })).body.items

const fetchBalance = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).body.balance

test('placing an order holds its price, subscription credits first', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 50, onDemandCredits: 30 })
  const { status, body } = await placeTestOrder(owner)
  expect(status).toBe(201)
  expect(body).toMatchObject({ userFacingStatus: 'PENDING', creditRequired: 1, creditsHeld: 60, totalPrice: 60 })
  expect(await fetchBalance(owner)).toEqual({
    subscriptionCredits: 0,
    subscriptionCreditsHeld: 50,
    onDemandCredits: 20,
  })
})

test('an order the balance cannot cover changes nothing', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 59 })
  expect(await placeTestOrder(owner)).toMatchObject({
    status: 402,
    body: {
      code: 'INSUFFICIENT_CREDITS',
      needed: 60,
      available: 59,
      message: 'This order needs 60 credits and you have 59.',
    },
  })
  expect(await listOrders(owner)).toEqual([])
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 59 })
})

test('an order short of one credit says so in the singular', async () => {
  const owner = await enterpriseUser(portal)
  const smallest = (minCampaignVolume: number) =>
    portal.db.updateTable('creditSettings').set({ minCampaignVolume }).where('key', '=', 'MAIL_READY').execute()
  await smallest(1)
  const refused = await placeTestOrder(owner, { quantity: 1 })
  await smallest(50)
  expect(refused.body).toMatchObject({ message: 'This order needs 1 credit and you have 0.' })
})

test('of forty concurrent orders, exactly as many are accepted as the balance covers', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 500, onDemandCredits: 379 })
  const replies = await Promise.all(Array.from({ length: 40 }, () => placeTestOrder(owner)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(14)
  expect(statuses.filter((status) => status === 402)).toHaveLength(26)
  expect(await fetchBalance(owner)).toEqual({
    subscriptionCredits: 0,
    subscriptionCreditsHeld: 500,
    onDemandCredits: 39,
  })
})

test('fifty equal concurrent orders with one Idempotency-Key create one; another body is refused, another user gets their own', async () => {
  const [owner, other] = [
    await enterpriseUser(portal, { onDemandCredits: 5000 }),
    await enterpriseUser(portal, { onDemandCredits: 500 }),
  ]
  const once = { 'idempotency-key': 'draft-1' }
  const [theirs, ...replies] = await Promise.all([
    placeTestOrder(other, {}, once),
    ...Array.from({ length: 50 }, () => placeTestOrder(owner, {}, once)),
  ])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(await listOrders(owner)).toHaveLength(1)
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 4940 })
  expect(await placeTestOrder(owner, { quantity: 61 }, once)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(theirs.status).toBe(201)
  expect(await listOrders(other)).toHaveLength(1)
})

test('an order with too few leads or without a filter is refused with the rule it breaks', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  expect(await placeTestOrder(owner, { quantity: 49 })).toMatchObject({
    status: 422,
    body: { code: 'UNPROCESSABLE', message: 'A Mail Ready order needs at least 50 leads.' },
  })
  expect(await placeTestOrder(owner, { criteria: {} })).toMatchObject({
    status: 422,
    body: { message: 'An order needs at least one filter.' },
  })
  expect(await listOrders(owner)).toEqual([])
})

test('an inactive type accepts campaigns but no orders', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500, campaign: { campaignType: 'CALL_READY' } })
  expect(await placeTestOrder(owner)).toMatchObject({
    status: 422,
    body: { message: 'Call Ready orders are not available at present.' },
  })
})

test('a price change does not affect orders already placed', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: before } = await placeTestOrder(owner)
  const setPrice = (creditRequired: number) =>
    portal.db.updateTable('creditSettings').set({ creditRequired }).where('key', '=', 'MAIL_READY').execute()
  await setPrice(4)
  const { body: after } = await placeTestOrder(owner)
  await setPrice(1)
  expect(after).toMatchObject({ creditRequired: 4, creditsHeld: 240 })
  const params = { campaignId: owner.campaign.id, orderId: before.id }
  expect((await owner.as.call(orders.get, { params })).body).toMatchObject({ creditRequired: 1, creditsHeld: 60 })
})

test('an order at an outdated price is refused with the current price per lead', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 800 })
  const setPrice = (creditRequired: number) =>
    portal.db.updateTable('creditSettings').set({ creditRequired }).where('key', '=', 'MAIL_READY').execute()
  await setPrice(9)
  const refused = await placeTestOrder(owner, { creditRequired: 1 })
  const left = await fetchBalance(owner)
  const placed = await placeTestOrder(owner, { creditRequired: 9 })
  await setPrice(1)
  const message = 'The price has changed: a lead now costs 9 credits. Please review the order again.'
  expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', message } })
  expect(left).toMatchObject({ onDemandCredits: 800 })
  expect(placed).toMatchObject({ status: 201, body: { creditRequired: 9, creditsHeld: 540 } })
  const again = await placeTestOrder(owner, { creditRequired: 9 })
  expect(again.body).toMatchObject({ message: expect.stringContaining('a lead now costs 1 credit.') })
  expect(await listOrders(owner)).toHaveLength(1)
})

test('an order is found with any spelling of its ids, and in no other campaign', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const other = await enterpriseUser(portal, {})
  const { body: order } = await placeTestOrder(owner)
  const found = (campaignId: string) =>
    owner.as.call(orders.get, { params: { campaignId, orderId: order.id.toUpperCase() } })
  expect(await found(owner.campaign.id.toUpperCase())).toMatchObject({ status: 200, body: { id: order.id } })
  expect(await found(other.campaign.id)).toMatchObject({ status: 404 })
})

test('an order takes its criteria from the campaign and keeps them when the campaign changes', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: order } = await placeTestOrder(owner)
  const params = { campaignId: owner.campaign.id }
  await owner.as.call(campaigns.change, { params, body: { criteria: { location: { states: ['OH'] } } } })
  const { body: kept } = await owner.as.call(orders.get, { params: { ...params, orderId: order.id } })
  expect(kept.criteria).toEqual(owner.campaign.criteria)
})

test('a pending order can be cancelled once, which releases all credits', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 50, onDemandCredits: 30 })
  const { body: order } = await placeTestOrder(owner)
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  const cancelled = await owner.as.call(orders.change, { params, body: { cancel: true } })
  expect(cancelled.body).toMatchObject({
    userFacingStatus: 'FAILED',
    internalStatus: 'CANCELLED',
    creditsHeld: 0,
    creditsReleased: 60,
    totalPrice: 0,
  })
  expect(await fetchBalance(owner)).toEqual({
    subscriptionCredits: 50,
    subscriptionCreditsHeld: 0,
    onDemandCredits: 30,
  })
  expect(await owner.as.call(orders.change, { params, body: { cancel: true } })).toMatchObject({ status: 409 })
})

test("an administrator's orders and cancellations as a user show Support to the user, and the administrator to administrators", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { as } = await actAsUser(portal, admin, owner.id)
  const { body: order } = await placeTestOrder({ ...owner, as })
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  const cancelled = await as.call(orders.change, { params, body: { cancel: true } })
  expect(cancelled.body).toMatchObject({ failureReason: 'Cancelled before it started.' })
  const { body: seen } = await owner.as.call(creditHistory.list, { query: {} })
  expect(seen.items.map(({ type, actor, reason }) => [type, actor, reason])).toEqual([
    ['RELEASE', 'Support', 'Cancelled before it started.'],
    ['HOLD', 'Support', 'Held when the order was placed'],
    ['GRANT', 'Dooryard', 'To begin with'],
  ])
  const { body: transactions } = await admin.as.call(adminBilling.creditTransactions, { query: { userId: owner.id } })
  expect(transactions.items.map(({ actor }) => actor).slice(0, 2)).toEqual([admin.email, admin.email])
})

test('an invalid change to an order is refused, not ignored', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: order } = await placeTestOrder(owner)
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  const body: object = { quantity: 999 }
  expect(await owner.as.call(orders.change, { params, body })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', message: expect.stringContaining('quantity') },
  })
})

test("another user's campaign and order are not found", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const other = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: order } = await placeTestOrder(owner)
  expect(await placeTestOrder({ ...other, campaign: owner.campaign })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  for (const endpoint of [orders.get, orders.download])
    expect(await other.as.call(endpoint, { params })).toMatchObject({ status: 404 })
  expect(await other.as.call(orders.change, { params, body: { cancel: true } })).toMatchObject({ status: 404 })
})

test("an order is found only in its own campaign, and one list has a user's orders across campaigns", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const second = { ...owner, campaign: await campaign(owner, { name: 'Another' }) }
  const { body: order } = await placeTestOrder(owner, { orderName: '100% of_them' })
  await placeTestOrder(second, { orderName: 'Others' })
  const params = { campaignId: second.campaign.id, orderId: order.id }
  expect(await owner.as.call(orders.get, { params })).toMatchObject({ status: 404 })
  const all = await owner.as.call(orders.listAll, { query: { sort: 'orderName', order: 'asc' } })
  expect(all.body.items.map(({ orderName, campaignName }) => [orderName, campaignName])).toEqual([
    ['100% of_them', owner.campaign.name],
    ['Others', 'Another'],
  ])
  const found = await owner.as.call(orders.listAll, { query: { search: '% of_' } })
  expect(found.body.items.map(({ orderName }) => orderName)).toEqual(['100% of_them'])
  const byId = await owner.as.call(orders.listAll, { query: { orderId: order.id } })
  expect(byId.body.items.map(({ orderName }) => orderName)).toEqual(['100% of_them'])
  const pending = await owner.as.call(orders.listAll, { query: { status: 'COMPLETED' } })
  expect(pending.body).toMatchObject({ items: [], totalCount: 0, nextPage: null })
})

test('an order placed at midnight is listed on the day that starts then, not on the day before', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: order } = await placeTestOrder(owner)
  const [before, midnight, after] = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => `${day}T05:00:00.000Z`)
  await portal.db
    .updateTable('orders')
    .set({ createdAt: midnight ?? '' })
    .where('id', '=', order.id)
    .execute()
  const found = async (fromDate?: string, toDate?: string) =>
    (await owner.as.call(orders.listAll, { query: { fromDate, toDate } })).body.totalCount
  expect(await found(before, midnight)).toBe(0)
  expect(await found(midnight, after)).toBe(1)
})
