import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getPeriodDays } from '../../change-plan/proration-rules.ts'
import { addMonths } from '../add-months.ts'
import type { PlanTerms } from '../provider.ts'
import type { Subscription } from './fake-stripe-state.fixture.ts'
import { createTestShop, day, growth, scale } from './test-shop.fixture.ts'

const shop = createTestShop()
const toAnnual = (plan: PlanTerms): PlanTerms => ({ ...plan, interval: 'YEAR', price: plan.price * 10 })

async function changeNow(subscriptionId: string, to: PlanTerms) {
  const { periodStart, periodEnd } = await shop.provider.subscription(subscriptionId)
  const { proratedAt } = getPeriodDays({ periodStart, periodEnd, at: shop.clock.now() })
  const change = { subscriptionId, to, proratedAt, discount: 0 }
  const price = await shop.provider.priceChange(change)
  const order = { ...change, quoteId: randomUUID(), when: 'NOW', cancelAtPeriodEnd: false } as const
  const { invoiceId = '' } = await shop.provider.changePlan({ ...order, amountDue: price.amountDue })
  return { price, periodEnd, invoice: await shop.provider.invoice(invoiceId), quoteId: order.quoteId }
}

test('an annual plan is a yearly price of a product of its own, and renews after a year', async () => {
  const { subscriptionId, invoiceId } = await shop.subscriber(toAnnual(growth))
  const subscription = await shop.provider.subscription(subscriptionId)
  expect(subscription).toMatchObject({ plan: toAnnual(growth), periodEnd: addMonths(subscription.periodStart, 12) })
  expect(await shop.provider.invoice(invoiceId)).toMatchObject({ plan: toAnnual(growth), amount: 149_000 })
  shop.stripe.renew(subscriptionId)
  expect((await shop.provider.listInvoices(subscriptionId)).at(-1)).toMatchObject({
    ...{ reason: 'RENEWAL', plan: toAnnual(growth), amount: 149_000 },
    ...{ periodStart: subscription.periodEnd, periodEnd: addMonths(subscription.periodEnd, 12) },
  })
})

test('a switch to the year bills the whole year less the unused days, and begins a period of its own', async () => {
  const { subscriptionId } = await shop.subscriber(growth)
  shop.clock.advance(10 * day + 3_600_000)
  const { price, periodEnd, invoice, quoteId } = await changeNow(subscriptionId, toAnnual(growth))
  expect(price.charge).toBe(149_000)
  expect(price.credit).toBeGreaterThan(9000)
  expect(price.credit).toBeLessThan(10_500)
  expect(price.amountDue).toBe(149_000 - price.credit)
  expect(invoice).toMatchObject({
    ...{ reason: 'CHANGE', quoteId, status: 'PAID', plan: toAnnual(growth), amount: price.amountDue },
    carriedOver: price.credit,
  })
  expect(invoice.periodEnd).toEqual(addMonths(invoice.periodStart, 12))
  expect(invoice.periodStart < periodEnd).toBe(true)
  expect(await shop.provider.subscription(subscriptionId)).toMatchObject({
    ...{ plan: toAnnual(growth), periodStart: invoice.periodStart, periodEnd: invoice.periodEnd },
  })

  // Later in the year, an upgrade credits what is left of all of it, the carried days included.
  shop.clock.advance(100 * day)
  const upgrade = await changeNow(subscriptionId, toAnnual(scale))
  expect(upgrade.price.credit).toBeGreaterThan(149_000 * (264 / 366))
  expect(upgrade.price.credit).toBeLessThan(149_000 * (266 / 365))
  expect(upgrade.invoice).toMatchObject({ plan: toAnnual(scale), periodEnd: invoice.periodEnd })
})

test('a subscription from before annual plans is one by the month', async () => {
  const { subscriptionId } = await shop.subscriber(growth)
  const { metadata } = shop.stripe.state.find<Subscription>('subscription', subscriptionId)
  delete metadata.interval
  expect((await shop.provider.subscription(subscriptionId)).plan).toEqual(growth)
})
