import { overview } from '@dooryard/contract/admin/overview'
import { dayMs } from '@dooryard/contract/api/time'
import { billing } from '@dooryard/contract/billing/billing'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { buy, createTestCoupon, listUserPayments, refundAs, smallPack } from '../billing/checkout/purchases.fixture.ts'
import { clawBackCredits } from '../credits/index.ts'
import { fulfilTestOrder } from '../orders/call-ready/call-orders.fixture.ts'
import { failOrder } from '../orders/fulfil/transition-order.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())
// Each test starts when nothing from another one is in these or the previous days.
beforeEach(async () => {
  const past = new Date(0)
  await portal.db.updateTable('orders').set({ createdAt: past, completedAt: past }).execute()
  await portal.db.updateTable('paymentTransactions').set({ paidAt: past }).execute()
  await portal.db.updateTable('users').set({ closedAt: past }).execute()
})

const createAdmin = () => user(portal, { role: 'SUPER_ADMIN' })
const getOverview = async (days?: 7 | 30 | 90) =>
  (await (await createAdmin()).as.call(overview.get, { query: days ? { days } : {} })).body
/** Noon of the day `daysAgo`. */
const getNoon = (daysAgo: number) =>
  new Date(Math.floor(portal.clock.now().getTime() / dayMs) * dayMs - daysAgo * dayMs + dayMs / 2)
const getDay = (daysAgo: number) => getNoon(daysAgo).toISOString().slice(0, 10)

async function placeOrder(owner: Awaited<ReturnType<typeof enterpriseUser>>, orderName: string) {
  const params = { campaignId: owner.campaign.id }
  const { body } = await owner.as.call(orders.place, { params, body: { orderName, quantity: 50 } })
  return body.id
}

async function buyAt(buyer: TestUser, daysAgo: number, couponCode?: string) {
  await buy(portal, buyer, { packId: smallPack, ...(couponCode && { couponCode }) })
  const payments = await listUserPayments(portal, buyer.id)
  const id = payments.at(-1)?.id ?? ''
  await portal.db
    .updateTable('paymentTransactions')
    .set({ paidAt: getNoon(daysAgo) })
    .where('id', '=', id)
    .execute()
  return id
}

test('the overview of a portal without activity has every day, empty', async () => {
  const { days, totals, previous, credits, orders: ofOrders, users, since } = await getOverview()
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, since, getDay(0)])
  expect(totals).toMatchObject({ orders: 0, failures: 0, creditsSold: 0, revenue: 0 })
  expect(previous).toEqual({ orders: 0, failures: 0, creditsSold: 0, revenue: 0, newUsers: 0 })
  expect(credits).toEqual({ sold: 0, revenue: null, revenues: [] })
  expect(ofOrders).toEqual({
    placed: 0,
    byStatus: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'].map((status) => ({ status, count: 0 })),
    cancelled: 0,
    failures: [],
  })
  expect(users).toEqual({ total: 1, created: 1, byRole: [{ role: 'SUPER_ADMIN', count: 1 }] })
})

test('orders count on the day they were placed and failed; one cancelled by its user did not fail', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 5_000 })
  const [done, failing, cancelled, old, waiting] = [
    await placeOrder(owner, 'Done'),
    await placeOrder(owner, 'Failing'),
    await placeOrder(owner, 'Cancelled'),
    await placeOrder(owner, 'Old'),
    await placeOrder(owner, 'Waiting'),
  ]
  await fulfilTestOrder(portal, done)
  await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, failing, 'No match any more.'))
  const params = { campaignId: owner.campaign.id, orderId: cancelled }
  await owner.as.call(orders.change, { params, body: { cancel: true } })
  const at = (id: string, createdAt: Date, completedAt?: Date) =>
    portal.db
      .updateTable('orders')
      .set({ createdAt, ...(completedAt && { completedAt }) })
      .where('id', '=', id)
      .execute()
  const midnight = new Date(`${getDay(3)}T00:00:00.000Z`)
  await at(done, midnight)
  await at(failing, new Date(midnight.getTime() - 1), getNoon(2))
  await at(cancelled, getNoon(2), getNoon(2))
  await at(old, getNoon(9))
  const { days, orders: ofOrders, totals, previous } = await getOverview(7)
  const byDay = Object.fromEntries(days.map((day) => [day.day, [day.orders, day.failures]]))
  expect(byDay).toEqual({
    [getDay(6)]: [0, 0],
    [getDay(5)]: [0, 0],
    [getDay(4)]: [1, 0],
    [getDay(3)]: [1, 0],
    [getDay(2)]: [1, 1],
    [getDay(1)]: [0, 0],
    [getDay(0)]: [1, 0],
  })
  expect(totals).toMatchObject({ orders: 4, failures: 1 })
  expect(previous).toMatchObject({ orders: 1, failures: 0 })
  expect(ofOrders).toMatchObject({
    placed: 4,
    byStatus: [
      { status: 'PENDING', count: 1 },
      { status: 'PROCESSING', count: 0 },
      { status: 'COMPLETED', count: 1 },
      { status: 'FAILED', count: 2 },
    ],
    cancelled: 1,
  })
  expect(ofOrders.failures).toEqual([
    {
      orderId: failing,
      orderName: 'Failing',
      user: 'Tess Sampleton',
      userEmail: owner.email,
      reason: 'No match any more.',
      at: getNoon(2).toISOString(),
    },
  ])
  expect(waiting).not.toBe(old)
  await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', owner.id).execute()
  expect((await getOverview(7)).orders.failures[0]?.userEmail).toBeNull()
})

test('the five newest failures are listed, newest first', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 5_000 })
  for (let at = 0; at < 6; at++) {
    const id = await placeOrder(owner, `Failing ${at}`)
    await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, id, 'No match any more.'))
  }
  const { failures } = (await getOverview(7)).orders
  expect(failures.map(({ orderName }) => orderName)).toEqual([5, 4, 3, 2, 1].map((at) => `Failing ${at}`))
})

test('credits count as sold on the day they were paid for, without refunds and coupon bonuses', async () => {
  const buyer = await user(portal)
  await buyAt(buyer, 1)
  const gift = await createTestCoupon(portal, { kind: 'CREDITS', value: 77 })
  await buyAt(buyer, 1, gift)
  await buyAt(buyer, 3, await createTestCoupon(portal, { kind: 'PERCENT', value: 20 }))
  const partly = await buyAt(buyer, 3)
  await portal.db
    .updateTable('paymentTransactions')
    .set({ partialRefundAmount: 1_000 })
    .where('id', '=', partly)
    .execute()
  const refunded = await buyAt(buyer, 3)
  await refundAs(await createAdmin(), refunded)
  await buyAt(buyer, 8)
  const { body } = await buyer.as.call(billing.transactions, { body: {} })
  expect(body.items.filter(({ status }) => status === 'REFUNDED')).toHaveLength(1)
  const { days, credits, totals, previous } = await getOverview(7)
  const byDay = days
    .filter(({ creditsSold }) => creditsSold > 0)
    .map(({ day, creditsSold, revenue }) => [day, creditsSold, revenue])
  expect(byDay).toEqual([
    [getDay(3), 1_000, 2_800 + 2_500],
    [getDay(1), 1_000, 7_000],
  ])
  const revenue = { amount: 12_300, currency: 'USD' }
  expect(credits).toEqual({ sold: 2_000, revenue, revenues: [revenue] })
  expect(totals).toMatchObject({ creditsSold: 2_000, revenue: 12_300 })
  expect(previous).toMatchObject({ creditsSold: 500, revenue: 3_500 })
})

test('accounts count on the day of their creation, without closed ones', async () => {
  const before = await getOverview(30)
  const [old, recent, closed] = [await user(portal), await user(portal), await user(portal)]
  const change = (id: string, facts: { createdAt: Date; closedAt?: Date }) =>
    portal.db.updateTable('users').set(facts).where('id', '=', id).execute()
  await change(old.id, { createdAt: getNoon(40) })
  await change(recent.id, { createdAt: getNoon(29) })
  await change(closed.id, { createdAt: getNoon(29), closedAt: getNoon(1) })
  const { days, users, previous, totals } = await getOverview(30)
  // The administrator who makes the second request is one more.
  expect(users.total).toBe(before.users.total + 3)
  expect(users.created).toBe(before.users.created + 2)
  expect([days[0]?.day, days[0]?.newUsers]).toEqual([getDay(29), 1])
  expect(totals.newUsers).toBe(users.created)
  expect(previous.newUsers).toBe(1)
  const roles = users.byRole.reduce((sum, { count }) => sum + count, 0)
  expect(roles).toBe(users.total)
})

test('the days move with the clock, and today becomes part of the previous period', async () => {
  await placeOrder(await enterpriseUser(portal, { onDemandCredits: 100 }), 'Placed')
  await buyAt(await user(portal), 1)
  const before = await getOverview(7)
  expect(before.totals).toMatchObject({ orders: 1, creditsSold: 500 })
  portal.clock.advance(7 * dayMs)
  const after = await getOverview(7)
  expect(after.days.map(({ day }) => day)).not.toContain(before.days[6]?.day)
  expect(after.totals).toMatchObject({ orders: 0, failures: 0, creditsSold: 0, revenue: 0 })
  expect(after.credits.revenue).toBeNull()
  expect(after.previous).toMatchObject({
    orders: before.totals.orders,
    failures: before.totals.failures,
    creditsSold: before.totals.creditsSold,
    revenue: before.totals.revenue,
  })
})

test('revenue is shown per currency, the main currency of this period first', async () => {
  const buyer = await user(portal)
  const inEuros = async (daysAgo: number) => {
    const id = await buyAt(buyer, daysAgo)
    await portal.db.updateTable('paymentTransactions').set({ currency: 'EUR' }).where('id', '=', id).execute()
  }
  await buyAt(buyer, 8)
  await buyAt(buyer, 9)
  await inEuros(1)
  const { credits, totals, previous } = await getOverview(7)
  const euros = { amount: 3_500, currency: 'EUR' }
  expect(credits).toEqual({ sold: 500, revenue: euros, revenues: [euros] })
  expect([totals.revenue, previous.creditsSold, previous.revenue]).toEqual([3_500, 1_000, 0])
  await buyAt(buyer, 2)
  await buyAt(buyer, 2)
  await inEuros(8)
  expect(await getOverview(7)).toMatchObject({
    credits: {
      sold: 1_500,
      revenue: { amount: 7_000, currency: 'USD' },
      revenues: [{ amount: 7_000, currency: 'USD' }, euros],
    },
    previous: { creditsSold: 1_500, revenue: 7_000 },
  })
})

test('credits that the ledger clawed back for a valid payment do not count as sold', async () => {
  const buyer = await user(portal)
  const id = await buyAt(buyer, 1)
  await portal.db.transaction().execute(async (db) => {
    const bucket = 'ON_DEMAND' as const
    const { id: other } = await user(portal, { onDemandCredits: 40 })
    const cause = { transactionId: id, reason: 'Part of it was paid back', actor: 'system' }
    expect(await clawBackCredits(db, { ...cause, userId: buyer.id, bucket })).toBe(500)
    // Credits clawed back from another user are not of this payment.
    await clawBackCredits(db, { ...cause, userId: other, bucket })
  })
  expect((await getOverview(7)).credits).toMatchObject({ sold: 0, revenue: { amount: 3_500, currency: 'USD' } })
})

test('an unsupported number of days is rejected', async () => {
  const { as } = await createAdmin()
  const query = { days: 31 as 30 }
  expect(await as.call(overview.get, { query })).toMatchObject({ status: 400 })
})
