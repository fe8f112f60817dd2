import { revenue } from '@dooryard/contract/admin/revenue'
import { adminPayments } from '@dooryard/contract/billing/admin/admin-payments'
import type { Insertable } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { DB } from '../../../platform/postgres/schema.gen.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  createSubscriber,
  getInfo,
  listUserPayments,
  refundAs,
  starter,
} from '../../billing/checkout/purchases.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })
const now = portal.services.clock.now()
/** The month so many months ago, or ahead, and a day of it. */
const getMonth = (ago: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
const onDay = (ago: number, day: number) => new Date(`${getMonth(ago)}-${String(day).padStart(2, '0')}T12:00:00Z`)

let number = 900_000
type NewPayment = Partial<Insertable<DB['paymentTransactions']>>

/** Pays a period from the 15th of a month to the 15th of a later one. */
const pay = (
  payer: TestUser,
  ago: number,
  amount: number,
  { months = 1, ...more }: NewPayment & { months?: number } = {},
) => {
  number += 1
  const facts = {
    id: newId(),
    userId: payer.id,
    provider: 'SANDBOX',
    providerRef: `in_${number}`,
    kind: 'SUBSCRIPTION',
  }
  const paid = { paidAt: onDay(ago, 15), createdAt: onDay(ago, 15), status: 'PAID', amount, currency: 'USD' }
  const period = { periodStart: onDay(ago, 15), periodEnd: onDay(ago - months, 15), reason: 'RENEWAL' }
  const invoice = { invoiceNumber: `DY-${number}`, invoice: '{}', description: 'Growth' }
  return portal.db
    .insertInto('paymentTransactions')
    .values({ ...facts, ...paid, ...period, ...invoice, ...more })
    .execute()
}

const getMonths = async () => {
  const { months } = (await admin.as.call(revenue.get)).body
  return (ago: number) => months.find(({ month }) => month === getMonth(ago))
}

test('months computed by hand: new, expanded, contracted and churned MRR, and annual plans by twelfths', async () => {
  const [steady, grows, leaves, annual] = [
    await user(portal),
    await user(portal),
    await user(portal),
    await user(portal),
  ]
  for (const ago of [6, 5, 4, 3]) await pay(steady, ago, 4900)
  await pay(grows, 6, 4900)
  await pay(grows, 5, 14_900)
  await pay(grows, 4, 4900)
  // A coupon lowers what is paid, not the price.
  await pay(leaves, 6, 3900, { discount: 1000 })
  await pay(annual, 5, 120_000, { months: 12 })
  const at = await getMonths()
  expect(at(7)).toMatchObject({ mrr: 0, subscribers: 0, churnRate: null })
  expect(at(6)).toMatchObject({ mrr: 14_700, newMrr: 14_700, subscribers: 3, payments: 13_700 })
  expect(at(5)).toMatchObject({
    ...{ mrr: 29_800, newMrr: 10_000, expansionMrr: 10_000, contractionMrr: 0, churnedMrr: 4900 },
    ...{ subscribers: 3, churnedSubscribers: 1, churnRate: 1 / 3, payments: 139_800 },
  })
  expect(at(4)).toMatchObject({ mrr: 19_800, contractionMrr: 10_000, expansionMrr: 0, churnedMrr: 0 })
  expect(at(3)).toMatchObject({ mrr: 14_900, churnedMrr: 4900, churnedSubscribers: 1 })
  expect(at(2)).toMatchObject({ mrr: 10_000, churnedMrr: 4900, subscribers: 1 })
  for (const ago of [6, 5, 4, 3, 2, 1]) {
    const [month, before] = [at(ago), at(ago + 1)]
    const changes = (month?.newMrr ?? 0) + (month?.expansionMrr ?? 0) - (month?.contractionMrr ?? 0)
    expect((before?.mrr ?? 0) + changes - (month?.churnedMrr ?? 0)).toBe(month?.mrr)
  }
})

test('payments and refunds of all months are those of the payments list', async () => {
  const payer = await user(portal)
  await pay(payer, 8, 3500, { kind: 'PACK', reason: 'PACK', status: 'REFUNDED', refundedAt: onDay(7, 2) })
  await pay(payer, 8, 3500, { kind: 'PACK', reason: 'PACK', partialRefundAmount: 500 })
  const at = await getMonths()
  expect(at(8)).toMatchObject({ payments: 7000, refunds: 500 })
  expect(at(7)).toMatchObject({ payments: 0, refunds: 3500 })
  const { months } = (await admin.as.call(revenue.get)).body
  const { items } = (await admin.as.call(adminPayments.list, { query: { limit: 100 } })).body
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  expect(sum(months.map(({ payments }) => payments))).toBe(sum(items.map(({ amount }) => amount)))
  expect(sum(months.map(({ refunds }) => refunds))).toBe(sum(items.map(({ refundedAmount = 0 }) => refundedAmount)))
})

test('the MRR by plan adds up to the MRR, and leaves out a refunded month', async () => {
  const [subscriber, refunded] = [await createSubscriber(portal), await createSubscriber(portal, { planId: starter })]
  const getPlans = async () => {
    const { months, plans } = (await admin.as.call(revenue.get)).body
    const current = months.at(-1)
    const sum = (key: 'mrr' | 'subscribers') => plans.reduce((total, plan) => total + plan[key], 0)
    expect({ mrr: sum('mrr'), subscribers: sum('subscribers') }).toEqual({
      ...{ mrr: current?.mrr, subscribers: current?.subscribers },
    })
    return plans.filter(({ planName }) => ['Growth', 'Starter'].includes(planName))
  }
  const inGrowth = { planName: 'Growth', subscribers: 1, mrr: 14_900 }
  expect(await getPlans()).toEqual([inGrowth, { planName: 'Starter', subscribers: 1, mrr: 4900 }])
  const [payment] = await listUserPayments(portal, refunded.id)
  await refundAs(admin, payment?.id ?? '')
  expect(await getPlans()).toEqual([inGrowth])
  expect((await getInfo(subscriber)).subscription).toMatchObject({ status: 'ACTIVE' })
})

test('the file has a row for each month', async () => {
  const file = await admin.as.call(revenue.export)
  const [header = '', ...rows] = String(file.body).trim().split('\r\n')
  expect(header).toMatch(/Month,Currency,MRR,New MRR/)
  expect(rows).toHaveLength(24)
  expect(rows.at(-1)).toMatch(new RegExp(`^${getMonth(0)},USD,`))
})
