import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PlanChangeOrder, PlanTerms } from '../provider.ts'
import { testKeys } from './fake-stripe.fixture.ts'
import type { Invoice, Subscription } from './fake-stripe-state.fixture.ts'
import { stripeClient, withIdempotencyKey } from './stripe-client.ts'
import { createTestShop, day, growth, scale, starter } from './test-shop.fixture.ts'

const shop = createTestShop()

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
const buildOrder = async (
  subscriptionId: string,
  to: PlanTerms,
  overrides: Partial<PlanChangeOrder> = {},
): Promise<PlanChangeOrder> => {
  const { periodStart, cancelAtPeriodEnd } = await shop.provider.subscription(subscriptionId)
  const proratedAt = new Date(periodStart.getTime() + 10 * day)
  const change = { subscriptionId, to, proratedAt, discount: overrides.discount ?? 0 }
  const { amountDue } = await shop.provider.priceChange(change)
  return { ...change, quoteId: randomUUID(), when: 'NOW', amountDue, cancelAtPeriodEnd, ...overrides }
}
const findStripeSubscription = (id: string) => shop.stripe.state.find<Subscription>('subscription', id)

describe('an upgrade', () => {
  test('costs exactly the previewed amount, and its invoice names the quote', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    const change = await buildOrder(subscriptionId, growth)
    const quote = await shop.provider.priceChange(change)
    const { periodStart, periodEnd } = await shop.provider.subscription(subscriptionId)
    const left = (periodEnd.getTime() - change.proratedAt.getTime()) / (periodEnd.getTime() - periodStart.getTime())
    expect(quote).toEqual({
      charge: Math.round(14_900 * left),
      credit: Math.round(4900 * left),
      discount: 0,
      amountDue: Math.round(14_900 * left) - Math.round(4900 * left),
    })
    const { invoiceId = '' } = await shop.provider.changePlan(change)
    const invoice = await shop.provider.invoice(invoiceId)
    expect(invoice).toMatchObject({
      reason: 'CHANGE',
      quoteId: change.quoteId,
      status: 'PAID',
      plan: growth,
      amount: quote.amountDue,
    })
    expect(invoice).toMatchObject({ periodStart: change.proratedAt, periodEnd })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({
      plan: growth,
      status: 'ACTIVE',
      periodEnd,
    })
  })

  test('is charged once, however often and late it is requested', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    const change = await buildOrder(subscriptionId, growth)
    const both = await Promise.all([shop.provider.changePlan(change), shop.provider.changePlan(change)])
    shop.stripe.clearIdempotencyKeys()
    both.push(await shop.provider.changePlan(change))
    expect(new Set(both.map(({ invoiceId }) => invoiceId)).size).toBe(1)
    expect((await shop.provider.listInvoices(subscriptionId)).map(({ reason }) => reason)).toEqual(['FIRST', 'CHANGE'])
  })

  test('costs less with a coupon, and never less than nothing', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    const change = await buildOrder(subscriptionId, growth, { discount: 1000 })
    const quote = await shop.provider.priceChange(change)
    expect(quote).toMatchObject({ discount: 1000, amountDue: quote.charge - quote.credit - 1000 })
    const { invoiceId = '' } = await shop.provider.changePlan(change)
    expect(await shop.provider.invoice(invoiceId)).toMatchObject({
      amount: quote.amountDue,
      discount: 1000,
      status: 'PAID',
    })
    const generous = await shop.provider.priceChange({ ...(await buildOrder(subscriptionId, scale)), discount: 99_999 })
    expect(generous).toMatchObject({ amountDue: 0, discount: generous.charge - generous.credit })
  })

  test('credits what was actually paid for the remaining days, after the coupon of the first month', async () => {
    const { subscriptionId } = await shop.subscriber(starter, { discount: 2450 })
    const full = await shop.subscriber(starter)
    const [half, whole] = [
      await shop.provider.priceChange(await buildOrder(subscriptionId, growth)),
      await shop.provider.priceChange(await buildOrder(full.subscriptionId, growth)),
    ]
    expect(Math.abs(whole.credit - 2 * half.credit)).toBeLessThanOrEqual(1)
  })

  test.each([
    ['declines', 'Your card was declined.'],
    ['wants confirmation', /Change the card on the billing screen/],
  ] as const)('changes nothing if the card %s, and works once it pays', async (does, message) => {
    const { subscriptionId, invoiceId } = await shop.subscriber(starter, { does })
    const change = await buildOrder(subscriptionId, growth)
    const error = await failure(shop.provider.changePlan(change))
    expect(error).toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringMatching(message) })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ plan: starter, status: 'ACTIVE' })
    expect(await shop.provider.listInvoices(subscriptionId)).toMatchObject([{ id: invoiceId }, { status: 'VOID' }])
    expect(await failure(shop.provider.changePlan(change))).toMatchObject({ code: 'UNPROCESSABLE' })
    shop.stripe.setCard(subscriptionId, 'pays')
    expect(await shop.provider.changePlan(change)).toEqual({ invoiceId: expect.any(String) })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ plan: growth })
  })

  test('undoes a scheduled cancellation', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    await shop.provider.setCancelAtPeriodEnd(subscriptionId, true)
    await shop.provider.changePlan(await buildOrder(subscriptionId, growth))
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: false, plan: growth })
  })
})

describe('a downgrade', () => {
  test('costs nothing now, is billed by the next invoice, and can be undone', async () => {
    const { subscriptionId } = await shop.subscriber(growth)
    await shop.provider.changePlan(await buildOrder(subscriptionId, starter, { when: 'PERIOD_END' }))
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ plan: starter, status: 'ACTIVE' })
    expect(await shop.provider.listInvoices(subscriptionId)).toHaveLength(1)
    await shop.provider.changePlan(await buildOrder(subscriptionId, growth, { when: 'PERIOD_END' }))
    await shop.provider.changePlan(await buildOrder(subscriptionId, starter, { when: 'PERIOD_END' }))
    const renewal = await shop.provider.invoice(shop.stripe.renew(subscriptionId)?.id ?? '')
    expect(renewal).toMatchObject({
      reason: 'RENEWAL',
      plan: starter,
      amount: 4900,
      status: 'PAID',
    })
    expect(renewal).not.toHaveProperty('quoteId')
    const { periodStart, periodEnd } = await shop.provider.subscription(subscriptionId)
    expect(renewal).toMatchObject({ periodStart, periodEnd })
    expect((await shop.provider.listInvoices(subscriptionId)).map(({ reason }) => reason)).toEqual(['FIRST', 'RENEWAL'])
  })
})

describe('the end of a subscription', () => {
  test('is scheduled for the end of the period, undone and scheduled again within a day', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    for (const cancel of [true, false, true, true, false, false, true]) {
      await shop.provider.setCancelAtPeriodEnd(subscriptionId, cancel)
      expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: cancel })
    }
    shop.stripe.renew(subscriptionId)
    const ended = await shop.provider.subscription(subscriptionId)
    expect(ended).toMatchObject({ status: 'INACTIVE', endReason: 'CANCELLED', cancelAtPeriodEnd: false })
    expect(ended.endedAt).toBeInstanceOf(Date)
  })

  test('scheduled on Stripe’s own pages is recognized and can be undone', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    findStripeSubscription(subscriptionId).cancel_at =
      findStripeSubscription(subscriptionId).items.data[0].current_period_end
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: true })
    await shop.provider.setCancelAtPeriodEnd(subscriptionId, false)
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('at once leaves nothing payable, and is marked as non-payment', async () => {
    const { subscriptionId } = await shop.subscriber(starter, { does: 'declines' })
    const unpaid = shop.stripe.renew(subscriptionId)?.id ?? ''
    await shop.provider.endSubscription(subscriptionId)
    await shop.provider.endSubscription(subscriptionId)
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({
      status: 'INACTIVE',
      endReason: 'PAYMENT_FAILED',
    })
    expect(await shop.provider.invoice(unpaid)).toMatchObject({ status: 'VOID' })
  })

  test('for non-payment leaves a subscription that is paid by then as it is', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    await shop.provider.endSubscription(subscriptionId, { ifUnpaid: true })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ status: 'ACTIVE' })
    shop.stripe.setCard(subscriptionId, 'declines')
    shop.stripe.renew(subscriptionId)
    await shop.provider.endSubscription(subscriptionId, { ifUnpaid: true })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ endReason: 'PAYMENT_FAILED' })
  })

  test('at once of a paid one is a cancellation', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    await shop.provider.endSubscription(subscriptionId)
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({
      status: 'INACTIVE',
      endReason: 'CANCELLED',
    })
  })

  test('caused by Stripe has its reason', async () => {
    const { subscriptionId } = await shop.subscriber(starter, { does: 'declines' })
    shop.stripe.renew(subscriptionId)
    shop.stripe.giveUp(subscriptionId)
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({
      status: 'INACTIVE',
      endReason: 'PAYMENT_FAILED',
    })
  })
})

test.each([
  ['active', 'ACTIVE'],
  ['trialing', 'ACTIVE'],
  ['paused', 'ACTIVE'],
  ['past_due', 'PAST_DUE'],
  ['unpaid', 'PAST_DUE'],
  ['incomplete', 'INACTIVE'],
  ['incomplete_expired', 'INACTIVE'],
  ['canceled', 'INACTIVE'],
] as const)('Stripe’s %s maps to %s', async (status, expected) => {
  const { subscriptionId } = await shop.subscriber(starter)
  findStripeSubscription(subscriptionId).status = status
  expect((await shop.provider.subscription(subscriptionId)).status).toBe(expected)
})

test('an invoice keeps its billed plan, whatever happens to the subscription', async () => {
  const { subscriptionId, invoiceId } = await shop.subscriber(starter)
  await shop.provider.changePlan(await buildOrder(subscriptionId, growth))
  expect(await shop.provider.invoice(invoiceId)).toMatchObject({ plan: starter, amount: 4900 })
})

test('an invoice created by hand at Stripe is not ours', async () => {
  const { invoiceId, subscriptionId } = await shop.subscriber(starter)
  shop.stripe.state.find<Invoice>('invoice', invoiceId).billing_reason = 'manual'
  expect(await failure(shop.provider.invoice(invoiceId))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await shop.provider.listInvoices(subscriptionId)).toEqual([])
})

test('control: under one key alone, a declined card stays declined for a day', async () => {
  const { customerId, subscriptionId } = await shop.subscriber(starter, { does: 'declines' })
  const stripe = stripeClient({ ...testKeys, apiUrl: shop.stripe.url })
  const card = findStripeSubscription(subscriptionId).default_payment_method ?? ''
  const pay = (options: { idempotencyKey?: string | undefined }) =>
    stripe.paymentIntents.create({ amount: 100, currency: 'usd', customer: customerId, payment_method: card }, options)
  const key = { idempotencyKey: 'dooryard:control' }
  expect(await failure(pay(key))).toMatchObject({ code: 'card_declined' })
  shop.stripe.setCard(subscriptionId, 'pays')
  expect(await failure(pay(key))).toMatchObject({ code: 'card_declined' })
  expect(await withIdempotencyKey('control', pay)).toMatchObject({ status: 'succeeded' })
})
