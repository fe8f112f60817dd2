import { account } from '@dooryard/contract/account'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign, enterpriseUser, type TestUser } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

type Owner = Awaited<ReturnType<typeof enterpriseUser>>

const place = ({ as, campaign: { id } }: Owner, body = {}, headers = {}) =>
  as.call(orders.place, {
    params: { campaignId: id },
    body: { orderName: 'First mailing', quantity: 60, ...body },
    headers,
  })

const ordersOf = async ({ as, campaign: { id } }: Owner) =>
  (await as.call(orders.list, { params: { campaignId: id } })).body.items

const balanceOf = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).body.balance

test('placing an order holds its price, subscription credits first', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 50, onDemandCredits: 30 })
  const { status, body } = await place(owner)
  expect(status).toBe(201)
  expect(body).toMatchObject({ userFacingStatus: 'PENDING', creditRequired: 1, creditsHeld: 60, totalPrice: 60 })
  expect(await balanceOf(owner)).toEqual({ subscriptionCredits: 0, subscriptionCreditsHeld: 50, onDemandCredits: 20 })
})

test('an order the balance cannot cover leaves nothing behind', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 59 })
  expect(await place(owner)).toMatchObject({
    status: 402,
    body: {
      code: 'INSUFFICIENT_CREDITS',
      needed: 60,
      available: 59,
      message: 'This order needs 60 credits and you have 59.',
    },
  })
  expect(await ordersOf(owner)).toEqual([])
  expect(await balanceOf(owner)).toMatchObject({ onDemandCredits: 59 })
})

test('of forty orders at once, exactly as many are accepted as the balance covers', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 500, onDemandCredits: 379 })
  const replies = await Promise.all(Array.from({ length: 40 }, () => place(owner)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(14)
  expect(statuses.filter((status) => status === 402)).toHaveLength(26)
  expect(await balanceOf(owner)).toEqual({ subscriptionCredits: 0, subscriptionCreditsHeld: 500, onDemandCredits: 39 })
})

test('a double click with one Idempotency-Key places one order', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const once = { 'idempotency-key': 'draft-1' }
  const replies = await Promise.all([place(owner, {}, once), place(owner, {}, once)])
  expect(replies[0].status).toBe(201)
  expect(replies[1].body).toEqual(replies[0].body)
  expect(await ordersOf(owner)).toHaveLength(1)
  expect(await balanceOf(owner)).toMatchObject({ onDemandCredits: 440 })
})

test('an order of too few leads, and one of no filter at all, is refused by the rule it breaks', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  expect(await place(owner, { quantity: 49 })).toMatchObject({
    status: 422,
    body: { code: 'UNPROCESSABLE', message: 'A Mail Ready order needs at least 50 leads.' },
  })
  expect(await place(owner, { criteria: {} })).toMatchObject({
    status: 422,
    body: { message: 'An order needs at least one filter.' },
  })
  expect(await ordersOf(owner)).toEqual([])
})

test('a type that is not on offer takes campaigns, and no orders', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500, campaign: { campaignType: 'CALL_READY' } })
  expect(await place(owner)).toMatchObject({
    status: 422,
    body: { message: 'Call Ready orders are not on offer at present.' },
  })
})

test('a change of price leaves orders placed before as they are', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: before } = await place(owner)
  const setPrice = (creditRequired: number) =>
    portal.db.updateTable('creditSettings').set({ creditRequired }).where('key', '=', 'MAIL_READY').execute()
  await setPrice(4)
  const { body: after } = await place(owner)
  await setPrice(1)
  expect(after).toMatchObject({ creditRequired: 4, creditsHeld: 240 })
  const params = { campaignId: owner.campaign.id, orderId: before.id }
  expect((await owner.as.call(orders.get, { params })).body).toMatchObject({ creditRequired: 1, creditsHeld: 60 })
})

test('an order takes its criteria from the campaign, and keeps them when the campaign changes', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: order } = await place(owner)
  const params = { campaignId: owner.campaign.id }
  await owner.as.call(campaigns.change, { params, body: { criteria: { location: { states: ['OH'] } } } })
  const { body: kept } = await owner.as.call(orders.get, { params: { ...params, orderId: order.id } })
  expect(kept.criteria).toEqual(owner.campaign.criteria)
})

test('a pending order can be cancelled, which gives everything back, and only once', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 50, onDemandCredits: 30 })
  const { body: order } = await place(owner)
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  const cancelled = await owner.as.call(orders.change, { params, body: { cancel: true } })
  expect(cancelled.body).toMatchObject({
    userFacingStatus: 'FAILED',
    internalStatus: 'CANCELLED',
    creditsHeld: 0,
    creditsReleased: 60,
    totalPrice: 0,
  })
  expect(await balanceOf(owner)).toEqual({ subscriptionCredits: 50, subscriptionCreditsHeld: 0, onDemandCredits: 30 })
  expect(await owner.as.call(orders.change, { params, body: { cancel: true } })).toMatchObject({ status: 409 })
})

test('a change that no order can undergo is refused, not passed over', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: order } = await place(owner)
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  const body: object = { quantity: 999 }
  expect(await owner.as.call(orders.change, { params, body })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', message: expect.stringContaining('quantity') },
  })
})

test("somebody else's campaign and order are not found", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const other = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { body: order } = await place(owner)
  expect(await place({ ...other, campaign: owner.campaign })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  for (const endpoint of [orders.get, orders.download])
    expect(await other.as.call(endpoint, { params })).toMatchObject({ status: 404 })
  expect(await other.as.call(orders.change, { params, body: { cancel: true } })).toMatchObject({ status: 404 })
})

test("an order is found under its own campaign only, and a user's orders over all campaigns are one list", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const second = { ...owner, campaign: await campaign(owner, { name: 'Another' }) }
  const { body: order } = await place(owner, { orderName: '100% of_them' })
  await place(second, { orderName: 'Others' })
  const params = { campaignId: second.campaign.id, orderId: order.id }
  expect(await owner.as.call(orders.get, { params })).toMatchObject({ status: 404 })
  const all = await owner.as.call(orders.listAll, { query: { sort: 'orderName', order: 'asc' } })
  expect(all.body.items.map(({ orderName, campaignName }) => [orderName, campaignName])).toEqual([
    ['100% of_them', owner.campaign.name],
    ['Others', 'Another'],
  ])
  const found = await owner.as.call(orders.listAll, { query: { search: '% of_' } })
  expect(found.body.items.map(({ orderName }) => orderName)).toEqual(['100% of_them'])
  const pending = await owner.as.call(orders.listAll, { query: { status: 'COMPLETED' } })
  expect(pending.body).toMatchObject({ items: [], totalCount: 0, nextPage: null })
})
