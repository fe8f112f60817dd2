import { billing } from '@dooryard/contract/billing'
import { orders } from '@dooryard/contract/orders'
import { overview } from '@dooryard/contract/overview'
import { dayMs } from '@dooryard/contract/time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { buy, coupon, paymentsOf, refundAs, smallPack } from '../billing/buying.fixture.ts'
import { takeBackCredits } from '../credits/index.ts'
import { fulfil } from '../orders/call-orders.fixture.ts'
import { failOrder } from '../orders/move-order.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())
// Each test begins where nothing that another one did is in these days or in those before.
beforeEach(async () => {
  const past = new Date(0)
  await portal.db.updateTable('orders').set({ createdAt: past, completedAt: past }).execute()
  await portal.db.updateTable('paymentTransactions').set({ paidAt: past }).execute()
  await portal.db.updateTable('users').set({ closedAt: past }).execute()
})

const admin = () => user(portal, { role: 'SUPER_ADMIN' })
const overviewOf = async (days?: 7 | 30 | 90) =>
  (await (await admin()).as.call(overview.get, { query: days ? { days } : {} })).body
/** Noon of the day so many days ago. */
const noonOf = (daysAgo: number) =>
  new Date(Math.floor(portal.clock.now().getTime() / dayMs) * dayMs - daysAgo * dayMs + dayMs / 2)
const dayOf = (daysAgo: number) => noonOf(daysAgo).toISOString().slice(0, 10)

async function placed(owner: Awaited<ReturnType<typeof enterpriseUser>>, orderName: string) {
  const params = { campaignId: owner.campaign.id }
  const { body } = await owner.as.call(orders.place, { params, body: { orderName, quantity: 50 } })
  return body.id
}

async function boughtAt(buyer: TestUser, daysAgo: number, couponCode?: string) {
  await buy(portal, buyer, { packId: smallPack, ...(couponCode && { couponCode }) })
  const payments = await paymentsOf(portal, buyer.id)
  const id = payments.at(-1)?.id ?? ''
  await portal.db
    .updateTable('paymentTransactions')
    .set({ paidAt: noonOf(daysAgo) })
    .where('id', '=', id)
    .execute()
  return id
}

test('an overview of a portal where nothing happened has every day, with nothing on it', async () => {
  const { days, totals, previous, credits, orders: ofOrders, users, since } = await overviewOf()
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, since, dayOf(0)])
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

test('orders are told by the day they were placed and failed on; one that its user cancelled did not fail', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 5_000 })
  const [done, failing, cancelled, old, waiting] = [
    await placed(owner, 'Done'),
    await placed(owner, 'Failing'),
    await placed(owner, 'Cancelled'),
    await placed(owner, 'Old'),
    await placed(owner, 'Waiting'),
  ]
  await fulfil(portal, done)
  await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, failing, 'No match any more.'))
  const params = { campaignId: owner.campaign.id, orderId: cancelled }
  await owner.as.call(orders.change, { params, body: { cancel: true } })
  const at = (id: string, createdAt: Date, completedAt?: Date) =>
    portal.db
      .updateTable('orders')
      .set({ createdAt, ...(completedAt && { completedAt }) })
      .where('id', '=', id)
      .execute()
  const midnight = new Date(`${dayOf(3)}T00:00:00.000Z`)
  await at(done, midnight)
  await at(failing, new Date(midnight.getTime() - 1), noonOf(2))
  await at(cancelled, noonOf(2), noonOf(2))
  await at(old, noonOf(9))
  const { days, orders: ofOrders, totals, previous } = await overviewOf(7)
  const told = Object.fromEntries(days.map((day) => [day.day, [day.orders, day.failures]]))
  expect(told).toEqual({
    [dayOf(6)]: [0, 0],
    [dayOf(5)]: [0, 0],
    [dayOf(4)]: [1, 0],
    [dayOf(3)]: [1, 0],
    [dayOf(2)]: [1, 1],
    [dayOf(1)]: [0, 0],
    [dayOf(0)]: [1, 0],
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
      at: noonOf(2).toISOString(),
    },
  ])
  expect(waiting).not.toBe(old)
  await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', owner.id).execute()
  expect((await overviewOf(7)).orders.failures[0]?.userEmail).toBeNull()
})

test('of the failures the five newest are told, the newest first', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 5_000 })
  for (let at = 0; at < 6; at++) {
    const id = await placed(owner, `Failing ${at}`)
    await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, id, 'No match any more.'))
  }
  const { failures } = (await overviewOf(7)).orders
  expect(failures.map(({ orderName }) => orderName)).toEqual([5, 4, 3, 2, 1].map((at) => `Failing ${at}`))
})

test('credits are sold on the day they were paid for: what was refunded is not, nor what a coupon gave on top', async () => {
  const buyer = await user(portal)
  await boughtAt(buyer, 1)
  const gift = await coupon(portal, { kind: 'CREDITS', value: 77 })
  await boughtAt(buyer, 1, gift)
  await boughtAt(buyer, 3, await coupon(portal, { kind: 'PERCENT', value: 20 }))
  const partly = await boughtAt(buyer, 3)
  await portal.db
    .updateTable('paymentTransactions')
    .set({ partialRefundAmount: 1_000 })
    .where('id', '=', partly)
    .execute()
  const refunded = await boughtAt(buyer, 3)
  await refundAs(await admin(), refunded)
  await boughtAt(buyer, 8)
  const { body } = await buyer.as.call(billing.transactions, { body: {} })
  expect(body.items.filter(({ status }) => status === 'REFUNDED')).toHaveLength(1)
  const { days, credits, totals, previous } = await overviewOf(7)
  const told = days
    .filter(({ creditsSold }) => creditsSold > 0)
    .map(({ day, creditsSold, revenue }) => [day, creditsSold, revenue])
  expect(told).toEqual([
    [dayOf(3), 1_000, 2_800 + 2_500],
    [dayOf(1), 1_000, 7_000],
  ])
  const revenue = { amount: 12_300, currency: 'USD' }
  expect(credits).toEqual({ sold: 2_000, revenue, revenues: [revenue] })
  expect(totals).toMatchObject({ creditsSold: 2_000, revenue: 12_300 })
  expect(previous).toMatchObject({ creditsSold: 500, revenue: 3_500 })
})

test('accounts are told by the day they were made on, and closed ones are none', async () => {
  const before = await overviewOf(30)
  const [old, recent, closed] = [await user(portal), await user(portal), await user(portal)]
  const change = (id: string, facts: { createdAt: Date; closedAt?: Date }) =>
    portal.db.updateTable('users').set(facts).where('id', '=', id).execute()
  await change(old.id, { createdAt: noonOf(40) })
  await change(recent.id, { createdAt: noonOf(29) })
  await change(closed.id, { createdAt: noonOf(29), closedAt: noonOf(1) })
  const { days, users, previous, totals } = await overviewOf(30)
  // Who asks the second time is one more.
  expect(users.total).toBe(before.users.total + 3)
  expect(users.created).toBe(before.users.created + 2)
  expect([days[0]?.day, days[0]?.newUsers]).toEqual([dayOf(29), 1])
  expect(totals.newUsers).toBe(users.created)
  expect(previous.newUsers).toBe(1)
  const roles = users.byRole.reduce((sum, { count }) => sum + count, 0)
  expect(roles).toBe(users.total)
})

test('the days move on with the clock, and what was today is in the span before', async () => {
  await placed(await enterpriseUser(portal, { onDemandCredits: 100 }), 'Placed')
  await boughtAt(await user(portal), 1)
  const before = await overviewOf(7)
  expect(before.totals).toMatchObject({ orders: 1, creditsSold: 500 })
  portal.clock.advance(7 * dayMs)
  const after = await overviewOf(7)
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

test('money is told in each currency, first in that which most of these days was paid in, whatever was paid before', async () => {
  const buyer = await user(portal)
  const inEuros = async (daysAgo: number) => {
    const id = await boughtAt(buyer, daysAgo)
    await portal.db.updateTable('paymentTransactions').set({ currency: 'EUR' }).where('id', '=', id).execute()
  }
  await boughtAt(buyer, 8)
  await boughtAt(buyer, 9)
  await inEuros(1)
  const { credits, totals, previous } = await overviewOf(7)
  const euros = { amount: 3_500, currency: 'EUR' }
  expect(credits).toEqual({ sold: 500, revenue: euros, revenues: [euros] })
  expect([totals.revenue, previous.creditsSold, previous.revenue]).toEqual([3_500, 1_000, 0])
  await boughtAt(buyer, 2)
  await boughtAt(buyer, 2)
  await inEuros(8)
  expect(await overviewOf(7)).toMatchObject({
    credits: {
      sold: 1_500,
      revenue: { amount: 7_000, currency: 'USD' },
      revenues: [{ amount: 7_000, currency: 'USD' }, euros],
    },
    previous: { creditsSold: 1_500, revenue: 7_000 },
  })
})

test('of a payment that stands, the credits that the ledger took back for it are not sold', async () => {
  const buyer = await user(portal)
  const id = await boughtAt(buyer, 1)
  await portal.db.transaction().execute(async (db) => {
    const bucket = 'ON_DEMAND' as const
    const { id: other } = await user(portal, { onDemandCredits: 40 })
    const cause = { transactionId: id, reason: 'Part of it was paid back', actor: 'system' }
    expect(await takeBackCredits(db, { ...cause, userId: buyer.id, bucket })).toBe(500)
    // What is taken back of somebody else is none of this payment's.
    await takeBackCredits(db, { ...cause, userId: other, bucket })
  })
  expect((await overviewOf(7)).credits).toMatchObject({ sold: 0, revenue: { amount: 3_500, currency: 'USD' } })
})

test('days that are none of those on offer are refused', async () => {
  const { as } = await admin()
  const query = { days: 31 as 30 }
  expect(await as.call(overview.get, { query })).toMatchObject({ status: 400 })
})
