import { expect, test } from 'vitest'
import type { Charge, StripeEvent } from './fake-stripe-state.fixture.ts'
import { createTestShop, growth, pack } from './test-shop.fixture.ts'

const shop = createTestShop()

async function createPaidPack() {
  const { id } = await shop.begin(pack)
  shop.stripe.pay(id)
  return (await shop.provider.checkout(id)).paymentId ?? ''
}
const getRefundState = async (paymentId: string) => {
  const { status, wentBack, dispute } = await shop.provider.payment(paymentId)
  return { status, wentBack, dispute }
}
/** The object of the last event of a type. */
const findSentEvent = async (type: string) => {
  const event = shop.stripe.events.findLast((one) => one.type === type) as StripeEvent
  const { text, signature } = shop.stripe.signed(event)
  return (await shop.provider.readEvent({ text, header: () => signature })).object
}

test('a dispute withdraws the money from the first day, whatever its status except won', async () => {
  const [won, lost] = [await createPaidPack(), await createPaidPack()]
  const taken = { status: 'REFUNDED', wentBack: 3500, dispute: 'TAKEN' }
  const disputes = [shop.stripe.dispute(won), shop.stripe.dispute(lost)] as const
  expect(await findSentEvent('charge.dispute.funds_withdrawn')).toEqual({ kind: 'PAYMENT', id: lost })
  expect([await getRefundState(won), await getRefundState(lost)]).toEqual([taken, taken])
  shop.stripe.closeDispute(disputes[0], 'won')
  expect(await findSentEvent('charge.dispute.funds_reinstated')).toEqual({ kind: 'PAYMENT', id: won })
  expect(await getRefundState(won)).toEqual({ status: 'PAID', wentBack: undefined, dispute: 'WON' })
  shop.stripe.closeDispute(disputes[1], 'lost')
  expect(await findSentEvent('charge.dispute.closed')).toEqual({ kind: 'PAYMENT', id: lost })
  expect(await getRefundState(lost)).toEqual(taken)
})

test('an inquiry withdraws nothing', async () => {
  const paymentId = await createPaidPack()
  shop.stripe.dispute(paymentId, 'warning_needs_response')
  expect(await getRefundState(paymentId)).toEqual({ status: 'PAID', wentBack: undefined, dispute: undefined })
})

test('partial refunds and disputes add up', async () => {
  const paymentId = await createPaidPack()
  shop.stripe.refundPart(paymentId, 1000)
  expect(await findSentEvent('charge.refunded')).toEqual({ kind: 'PAYMENT', id: paymentId })
  expect(await getRefundState(paymentId)).toEqual({ status: 'PAID', wentBack: 1000, dispute: undefined })
  shop.stripe.dispute(paymentId, 'needs_response', 500)
  expect(await getRefundState(paymentId)).toEqual({ status: 'PAID', wentBack: 1500, dispute: 'TAKEN' })
  shop.stripe.refundPart(paymentId, 2000)
  expect(await getRefundState(paymentId)).toEqual({ status: 'REFUNDED', wentBack: 3500, dispute: 'TAKEN' })
})

test('a disputed month is reported as its invoice, alone and in the list', async () => {
  const { subscriptionId, invoiceId } = await shop.subscriber(growth)
  shop.stripe.renew(subscriptionId)
  const { paymentRef = '' } = await shop.provider.invoice(invoiceId)
  shop.stripe.dispute(paymentRef)
  expect(await findSentEvent('charge.dispute.funds_withdrawn')).toEqual({ kind: 'INVOICE', id: invoiceId })
  const disputed = { status: 'REFUNDED', wentBack: growth.price, dispute: 'TAKEN' }
  expect(await shop.provider.invoice(invoiceId)).toMatchObject(disputed)
  expect(await shop.provider.listInvoices(subscriptionId)).toMatchObject([disputed, { status: 'PAID' }])
})

test('a refund that Stripe rejects for another reason is a refusal', async () => {
  const paymentRef = await createPaidPack()
  const charge = shop.stripe.state.all<Charge>('charge').find((one) => one.payment_intent === paymentRef)
  Object.assign(charge ?? {}, { metadata: { lacksFunds: 'yes' } })
  const refund = shop.provider.refund({ transactionId: 'short', paymentRef, amount: 3500 })
  await expect(refund).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
    message: expect.stringContaining('balance_insufficient'),
  })
})

test('a disputed payment cannot be refunded too, and the error says so', async () => {
  const paymentRef = await createPaidPack()
  shop.stripe.dispute(paymentRef)
  const refund = shop.provider.refund({ transactionId: 'any', paymentRef, amount: 3500 })
  await expect(refund).rejects.toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringContaining('disputed') })
})
