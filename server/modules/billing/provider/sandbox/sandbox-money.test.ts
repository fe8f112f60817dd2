import { dayMs } from '@dooryard/contract/api/time'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../../platform/util/ids.ts'
import { testPortal } from '../../../../test/portal.ts'
import { testProrationCredit } from '../../change-plan/proration-contract.fixture.ts'
import { advance, payWith } from './pay.fixture.ts'
import {
  changeCard,
  createSandboxSubscriber,
  createTestCheckout,
  createTestCustomer,
  growth,
  listEvents,
  pack,
  requireSandboxProvider,
  scale,
  starter,
} from './sandbox.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const provider = requireSandboxProvider(portal)

const upgrade = async (subscriptionId: string, days = 0) => {
  const { periodStart, cancelAtPeriodEnd } = await provider.subscription(subscriptionId)
  const proratedAt = new Date(periodStart.getTime() + days * dayMs)
  const change = { subscriptionId, to: scale, proratedAt, discount: 0 }
  const { amountDue } = await provider.priceChange(change)
  return { ...change, amountDue, cancelAtPeriodEnd, quoteId: newId(), when: 'NOW' } as const
}

test('a user is one customer, with the email passed last', async () => {
  const userId = newId()
  const ids = await Promise.all(Array.from({ length: 10 }, () => createTestCustomer(portal, userId)))
  expect(new Set(ids).size).toBe(1)
  expect(await createTestCustomer(portal)).not.toBe(ids[0])
  const [customerId = ''] = ids
  await changeCard(portal, customerId, 'SUCCEEDS')
  await createTestCustomer(portal, userId)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
})

test('an immediate change charges the previewed difference for the remaining days and keeps the period', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal)
  await advance(portal, 10)
  const before = await provider.subscription(subscriptionId)
  const order = await upgrade(subscriptionId, 10)
  const days = (before.periodEnd.getTime() - before.periodStart.getTime()) / dayMs
  const charge = 49_900 - Math.floor((49_900 * 10) / days)
  const credit = 14_900 - Math.floor((14_900 * 10) / days)
  const quote = await provider.priceChange(order)
  expect(quote).toEqual({ charge, credit, discount: 0, amountDue: charge - credit })
  const { invoiceId = '' } = await provider.changePlan(order)
  expect(await provider.invoice(invoiceId)).toMatchObject({
    reason: 'CHANGE',
    quoteId: order.quoteId,
    plan: scale,
    status: 'PAID',
    amount: charge - credit,
    periodStart: before.periodStart,
    periodEnd: before.periodEnd,
  })
  expect(await provider.subscription(subscriptionId)).toEqual({ ...before, plan: scale })
})

test('a change with another price than quoted, or of another month, is refused', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal)
  const before = await provider.subscription(subscriptionId)
  const order = await upgrade(subscriptionId)
  for (const wrong of [
    { ...order, amountDue: order.amountDue - 1 },
    { ...order, proratedAt: new Date(before.periodStart.getTime() - 1) },
    { ...order, proratedAt: before.periodEnd },
    { ...order, proratedAt: before.periodEnd, when: 'PERIOD_END' as const },
  ])
    await expect(provider.changePlan(wrong)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
  expect(await provider.subscription(subscriptionId)).toEqual(before)
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(1)
})

test('a change requested ten times at once is made and charged once', async () => {
  const { subscriptionId, customerId } = await createSandboxSubscriber(portal)
  const order = await upgrade(subscriptionId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => provider.changePlan(order)))
  expect(new Set(answers.map(({ invoiceId }) => invoiceId)).size).toBe(1)
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(2)
  const events = await listEvents(portal, customerId)
  expect(events.slice(4).map(({ type }) => type)).toEqual(['subscription.changed', 'invoice.paid'])
})

test('an immediate change undoes a scheduled cancellation and a scheduled change', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal)
  await provider.setCancelAtPeriodEnd(subscriptionId, true)
  const later = await upgrade(subscriptionId)
  await provider.changePlan({ ...later, to: starter, when: 'PERIOD_END' })
  await provider.changePlan(await upgrade(subscriptionId))
  expect(await provider.subscription(subscriptionId)).toMatchObject({ plan: scale, cancelAtPeriodEnd: false })
})

test('choosing the current plan undoes a scheduled change; no old quote brings it back', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal)
  const down = { ...(await upgrade(subscriptionId)), to: starter, when: 'PERIOD_END' } as const
  await provider.changePlan(down)
  await provider.changePlan({ ...down, quoteId: newId(), to: growth })
  await provider.changePlan(down)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ plan: growth })
  expect(await provider.listInvoices(subscriptionId)).toHaveLength(1)
})

test('a preview is never below zero, and its parts add up', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal)
  const { periodStart } = await provider.subscription(subscriptionId)
  const cents = fc.integer({ min: 0, max: 100_000 })
  await fc.assert(
    fc.asyncProperty(cents, cents, fc.integer({ min: 0, max: 27 }), async (price, discount, day) => {
      const proratedAt = new Date(periodStart.getTime() + day * dayMs)
      const quote = await provider.priceChange({ subscriptionId, to: { ...scale, price }, proratedAt, discount })
      const due = Math.max(0, quote.charge - quote.credit)
      expect(quote.discount).toBe(Math.min(discount, due))
      expect(quote.amountDue).toBe(due - quote.discount)
    }),
    { numRuns: 50 },
  )
})

test('a free change is paid without a charge', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  const { invoiceId = '' } = await provider.changePlan({
    ...(await upgrade(subscriptionId)),
    discount: 100_000,
    amountDue: 0,
  })
  const invoice = await provider.invoice(invoiceId)
  expect(invoice).toMatchObject({ status: 'PAID', amount: 0, discount: 35_000 })
  expect(invoice).not.toHaveProperty('paymentRef')
})

test('an ended or past due subscription cannot be changed', async () => {
  const ended = await createSandboxSubscriber(portal)
  const unpaid = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  await provider.endSubscription(ended.subscriptionId)
  await advance(portal, 31)
  for (const { subscriptionId } of [ended, unpaid])
    await expect(provider.changePlan(await upgrade(subscriptionId))).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
})

test('the card on file is charged once per checkout, and a decline is a result', async () => {
  const customerId = await createTestCustomer(portal)
  const purchase = { customerId, amount: 3500, currency: 'USD', description: '500 credits' }
  const none = { ...purchase, checkoutId: newId() }
  expect(await provider.charge(none)).toMatchObject({ status: 'FAILED', failure: 'There is no card on file.' })
  await changeCard(portal, customerId, 'SUCCEEDS')
  // A failure is as final as a payment: a retry needs a new purchase.
  expect(await provider.charge(none)).toMatchObject({ status: 'FAILED' })
  const checkoutId = newId()
  const charges = await Promise.all(Array.from({ length: 10 }, () => provider.charge({ ...purchase, checkoutId })))
  const [payment] = charges
  expect(new Set(charges.map(({ id }) => id)).size).toBe(1)
  expect(payment).toMatchObject({ customerId, checkoutId, status: 'PAID', amount: 3500, currency: 'USD' })
  expect(await provider.payment(payment?.id ?? '')).toEqual(payment)
  await changeCard(portal, customerId, 'FAILS_AT_RENEWAL')
  const declined = await provider.charge({ ...purchase, checkoutId: newId() })
  expect(declined).toMatchObject({ status: 'FAILED', failure: 'Your card was declined.' })
  const types = (await listEvents(portal, customerId)).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('payment.'))).toEqual([
    'payment.failed',
    'payment.paid',
    'payment.failed',
  ])
})

test('a payment and an invoice are refunded in full, once', async () => {
  const { customerId, invoiceId } = await createSandboxSubscriber(portal)
  const { id, url } = await createTestCheckout(portal, customerId, pack)
  await payWith(portal, url)
  const { paymentId = '' } = await provider.checkout(id)
  for (const [paymentRef, amount] of [
    [paymentId, 3500],
    [invoiceId, 14_900],
  ] as const) {
    const refund = { transactionId: newId(), paymentRef, amount }
    await expect(provider.refund({ ...refund, amount: amount - 1 })).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
    await Promise.all(Array.from({ length: 5 }, () => provider.refund(refund)))
    await expect(provider.refund({ ...refund, transactionId: newId() })).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
    })
  }
  expect(await provider.payment(paymentId)).toMatchObject({ status: 'REFUNDED' })
  expect(await provider.invoice(invoiceId)).toMatchObject({ status: 'REFUNDED', paymentRef: invoiceId })
  const types = (await listEvents(portal, customerId)).map(({ type }) => type)
  expect(types.filter((type) => type.endsWith('.refunded'))).toEqual(['payment.refunded', 'invoice.refunded'])
})

test('an unpaid payment cannot be refunded, and an unknown one is not found', async () => {
  const { subscriptionId } = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  await advance(portal, 31)
  const [, failed] = await provider.listInvoices(subscriptionId)
  const refund = { transactionId: newId(), paymentRef: failed?.id ?? '', amount: 14_900 }
  await expect(provider.refund(refund)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
  const gone = { code: 'NOT_FOUND' }
  await expect(provider.refund({ ...refund, paymentRef: 'py_sandbox_0' })).rejects.toMatchObject(gone)
  await expect(provider.subscription('sub_sandbox_0')).rejects.toMatchObject(gone)
  await expect(provider.invoice('in_sandbox_0')).rejects.toMatchObject(gone)
  await expect(provider.payment('py_sandbox_0')).rejects.toMatchObject(gone)
  await expect(provider.checkout('cs_sandbox_0')).rejects.toMatchObject(gone)
  // An id of another kind is not found.
  await expect(provider.payment(subscriptionId)).rejects.toMatchObject(gone)
})

describe('the rest of a month', () => {
  testProrationCredit({ first: starter, larger: growth, largest: scale }, async (plan, discount) => {
    const customerId = await createTestCustomer(portal)
    const { id, url } = await createTestCheckout(portal, customerId, { kind: 'SUBSCRIPTION', plan }, { discount })
    await payWith(portal, url)
    const { subscriptionId = '' } = await requireSandboxProvider(portal).checkout(id)
    return { provider: requireSandboxProvider(portal), subscriptionId }
  })
})
