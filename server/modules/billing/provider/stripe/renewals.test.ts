import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testProrationCredit } from '../../change-plan/proration-contract.fixture.ts'
import type { PlanTerms } from '../provider.ts'
import type { Invoice, Subscription } from './fake-stripe-state.fixture.ts'
import { createTestShop, growth, monthlyItem, pack, scale, starter } from './test-shop.fixture.ts'

const shop = createTestShop()

testProrationCredit({ first: starter, larger: growth, largest: scale }, async (plan, discount) => {
  const { subscriptionId } = await shop.subscriber(plan, { discount })
  return { provider: shop.provider, subscriptionId }
})

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
const subscriptionAt = (id: string) => shop.stripe.state.find<Subscription>('subscription', id)
const invoiceAt = (id: string) => shop.stripe.state.find<Invoice>('invoice', id)

/** The current price of a change at the start of the running month. */
async function quoted(subscriptionId: string, to: PlanTerms, when: 'NOW' | 'PERIOD_END' = 'NOW') {
  const { periodStart: proratedAt, cancelAtPeriodEnd } = await shop.provider.subscription(subscriptionId)
  const change = { subscriptionId, to, proratedAt, discount: 0 }
  const { amountDue } = await shop.provider.priceChange(change)
  return { ...change, quoteId: randomUUID(), when, amountDue, cancelAtPeriodEnd }
}

describe('while the invoice of a month is a draft', () => {
  test.each([
    ['larger', starter, scale, 'NOW'],
    ['smaller', scale, starter, 'PERIOD_END'],
  ] as const)('a %s plan can be neither previewed nor chosen', async (_, from, to, when) => {
    const { subscriptionId } = await shop.subscriber(from)
    const change = await quoted(subscriptionId, to, when)
    const draft = shop.stripe.beginMonth(subscriptionId)?.id ?? ''
    const { periodStart: proratedAt, status } = await shop.provider.subscription(subscriptionId)
    expect(status).toBe('ACTIVE')
    const refusal = { code: 'UNPROCESSABLE', message: expect.stringMatching(/still being processed/) }
    expect(await failure(shop.provider.priceChange({ ...change, proratedAt }))).toMatchObject(refusal)
    expect(await failure(shop.provider.changePlan({ ...change, proratedAt }))).toMatchObject(refusal)
    expect(await shop.provider.invoice(draft)).toMatchObject({ status: 'OPEN', plan: from })
    shop.stripe.finalize(draft)
    expect(await shop.provider.invoice(draft)).toMatchObject({ status: 'PAID', plan: from, amount: from.price })
    expect((await quoted(subscriptionId, to)).proratedAt).toEqual(proratedAt)
  })

  test('it bills the plan of its line, whatever the subscription metadata says until it is finalized', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    await shop.provider.changePlan(await quoted(subscriptionId, growth))
    const draft = shop.stripe.beginMonth(subscriptionId)?.id ?? ''
    const other = { planId: scale.planId, planName: scale.name, price: '49900', credits: '16000' }
    Object.assign(subscriptionAt(subscriptionId).metadata, other)
    shop.stripe.finalize(draft)
    expect(await shop.provider.invoice(draft)).toMatchObject({ plan: growth, amount: growth.price, status: 'PAID' })
  })
})

test('an invoice for a plan that was never agreed is not ours', async () => {
  const { subscriptionId } = await shop.subscriber(starter)
  const renewal = shop.stripe.renew(subscriptionId)?.id ?? ''
  const [line] = invoiceAt(renewal).lines.data
  if (line) line.pricing.price_details.product = `dooryard_plan_${scale.planId}`
  expect(await failure(shop.provider.invoice(renewal))).toMatchObject({ code: 'NOT_FOUND' })
  expect((await shop.provider.listInvoices(subscriptionId)).map(({ reason }) => reason)).toEqual(['FIRST'])
})

describe('a plan change', () => {
  test('with another price than previewed changes nothing', async () => {
    const { subscriptionId, invoiceId } = await shop.subscriber(starter)
    const change = await quoted(subscriptionId, scale)
    const refused = failure(shop.provider.changePlan({ ...change, amountDue: change.amountDue - 10_000 }))
    expect(await refused).toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringMatching(/new quote/) })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ plan: starter })
    expect((await shop.provider.listInvoices(subscriptionId)).map(({ id }) => id)).toEqual([invoiceId])
  })

  test('that Stripe rejects is refused without Stripe’s message', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    const change = await quoted(subscriptionId, scale)
    subscriptionAt(subscriptionId).status = 'canceled'
    const error = await failure(shop.provider.changePlan(change))
    subscriptionAt(subscriptionId).status = 'active'
    expect(error).toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringMatching(/refused this change/) })
  })
})

describe('the unpaid invoice of an ended subscription', () => {
  test('is not paid by a new card', async () => {
    const { subscriptionId, customerId } = await shop.subscriber(starter, { does: 'declines' })
    const unpaid = shop.stripe.renew(subscriptionId)?.id ?? ''
    shop.stripe.giveUp(subscriptionId)
    const session = await shop.provider.createCheckout(
      shop.draft(customerId, { kind: 'PAYMENT_METHOD', currency: 'USD' }),
    )
    shop.stripe.pay(session.id)
    await shop.provider.takePaymentMethod(session.id)
    expect(await shop.provider.invoice(unpaid)).toMatchObject({ status: 'FAILED' })
  })

  test.each(['open', 'uncollectible'] as const)('can be voided after its end: %s', async (status) => {
    const { subscriptionId } = await shop.subscriber(starter, { does: 'declines' })
    const unpaid = shop.stripe.renew(subscriptionId)?.id ?? ''
    shop.stripe.giveUp(subscriptionId)
    invoiceAt(unpaid).status = status
    await shop.provider.endSubscription(subscriptionId)
    expect(await shop.provider.invoice(unpaid)).toMatchObject({ status: 'VOID' })
  })
})

describe('a payment has', () => {
  test('the charged card, not the one that is charged next', async () => {
    const { customerId, invoiceId } = await shop.subscriber(starter)
    const session = await shop.provider.createCheckout(shop.draft(customerId, pack))
    shop.stripe.pay(session.id, 'pays', '0341')
    const { paymentId = '' } = await shop.provider.checkout(session.id)
    expect(await shop.provider.payment(paymentId)).toMatchObject({ card: { brand: 'visa', last4: '0341' } })
    expect(await shop.provider.invoice(invoiceId)).toMatchObject({ card: { last4: '4242' } })
  })

  test('no card if nothing was paid', async () => {
    const { id } = await shop.begin(monthlyItem(starter), starter.price)
    shop.stripe.pay(id)
    const { invoiceId = '' } = await shop.provider.checkout(id)
    const free = await shop.provider.invoice(invoiceId)
    expect(free).toMatchObject({ status: 'PAID', amount: 0, paidAt: expect.any(Date) })
    expect(free).not.toHaveProperty('card')
  })

  test('its first attempt, an hour after it was created', async () => {
    const { subscriptionId } = await shop.subscriber(starter, { does: 'declines' })
    const draft = shop.stripe.beginMonth(subscriptionId)?.id ?? ''
    expect(await shop.provider.invoice(draft)).not.toHaveProperty('firstTriedAt')
    shop.clock.advance(3_600_000)
    shop.stripe.finalize(draft)
    const { at, firstTriedAt } = await shop.provider.invoice(draft)
    expect((firstTriedAt?.getTime() ?? 0) - at.getTime()).toBeGreaterThanOrEqual(3_600_000)
  })

  test('its payment time, however long ago its invoice was created', async () => {
    const { subscriptionId } = await shop.subscriber(starter)
    const draft = shop.stripe.beginMonth(subscriptionId)?.id ?? ''
    const made = shop.clock.now()
    shop.clock.advance(3_600_000)
    shop.stripe.finalize(draft)
    const { at, paidAt } = await shop.provider.invoice(draft)
    expect(at.getTime()).toBeLessThanOrEqual(made.getTime())
    expect((paidAt?.getTime() ?? 0) - at.getTime()).toBeGreaterThanOrEqual(3_600_000 - 1000)
  })
})
