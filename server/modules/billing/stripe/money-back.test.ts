import { expect, test } from 'vitest'
import { growth, openShop, pack } from './shop.fixture.ts'
import type { Charge, Told } from './stripe-world.fixture.ts'

const shop = openShop()

async function paidPack() {
  const { id } = await shop.begin(pack)
  shop.stripe.pay(id)
  return (await shop.provider.checkout(id)).paymentId ?? ''
}
const shown = async (paymentId: string) => {
  const { status, wentBack, dispute } = await shop.provider.payment(paymentId)
  return { status, wentBack, dispute }
}
/** What the last event of a kind is about. */
const toldOf = async (type: string) => {
  const event = shop.stripe.events.findLast((one) => one.type === type) as Told
  const { text, signature } = shop.stripe.signed(event)
  return (await shop.provider.readEvent({ text, header: () => signature })).object
}

test('a dispute has the money from its first day, whatever the bank says later but that it was won', async () => {
  const [won, lost] = [await paidPack(), await paidPack()]
  const taken = { status: 'REFUNDED', wentBack: 3500, dispute: 'TAKEN' }
  const disputes = [shop.stripe.dispute(won), shop.stripe.dispute(lost)] as const
  expect(await toldOf('charge.dispute.funds_withdrawn')).toEqual({ kind: 'PAYMENT', id: lost })
  expect([await shown(won), await shown(lost)]).toEqual([taken, taken])
  shop.stripe.closeDispute(disputes[0], 'won')
  expect(await toldOf('charge.dispute.funds_reinstated')).toEqual({ kind: 'PAYMENT', id: won })
  expect(await shown(won)).toEqual({ status: 'PAID', wentBack: undefined, dispute: 'WON' })
  shop.stripe.closeDispute(disputes[1], 'lost')
  expect(await toldOf('charge.dispute.closed')).toEqual({ kind: 'PAYMENT', id: lost })
  expect(await shown(lost)).toEqual(taken)
})

test('an inquiry takes nothing', async () => {
  const paymentId = await paidPack()
  shop.stripe.dispute(paymentId, 'warning_needs_response')
  expect(await shown(paymentId)).toEqual({ status: 'PAID', wentBack: undefined, dispute: undefined })
})

test('parts add up, whether paid back or disputed', async () => {
  const paymentId = await paidPack()
  shop.stripe.refundPart(paymentId, 1000)
  expect(await toldOf('charge.refunded')).toEqual({ kind: 'PAYMENT', id: paymentId })
  expect(await shown(paymentId)).toEqual({ status: 'PAID', wentBack: 1000, dispute: undefined })
  shop.stripe.dispute(paymentId, 'needs_response', 500)
  expect(await shown(paymentId)).toEqual({ status: 'PAID', wentBack: 1500, dispute: 'TAKEN' })
  shop.stripe.refundPart(paymentId, 2000)
  expect(await shown(paymentId)).toEqual({ status: 'REFUNDED', wentBack: 3500, dispute: 'TAKEN' })
})

test('a month that is disputed is told of as its invoice, alone and among the others', async () => {
  const { subscriptionId, invoiceId } = await shop.subscriber(growth)
  shop.stripe.renew(subscriptionId)
  const { paymentRef = '' } = await shop.provider.invoice(invoiceId)
  shop.stripe.dispute(paymentRef)
  expect(await toldOf('charge.dispute.funds_withdrawn')).toEqual({ kind: 'INVOICE', id: invoiceId })
  const disputed = { status: 'REFUNDED', wentBack: growth.price, dispute: 'TAKEN' }
  expect(await shop.provider.invoice(invoiceId)).toMatchObject(disputed)
  expect(await shop.provider.invoicesOf(subscriptionId)).toMatchObject([disputed, { status: 'PAID' }])
})

test('what Stripe does not pay back for another reason is known to be refused', async () => {
  const paymentRef = await paidPack()
  const charge = shop.stripe.world.all<Charge>('charge').find((one) => one.payment_intent === paymentRef)
  Object.assign(charge ?? {}, { metadata: { lacksFunds: 'yes' } })
  const refund = shop.provider.refund({ transactionId: 'short', paymentRef, amount: 3500 })
  await expect(refund).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
    message: expect.stringContaining('balance_insufficient'),
  })
})

test('what is disputed cannot be paid back besides, which is said', async () => {
  const paymentRef = await paidPack()
  shop.stripe.dispute(paymentRef)
  const refund = shop.provider.refund({ transactionId: 'any', paymentRef, amount: 3500 })
  await expect(refund).rejects.toMatchObject({ code: 'UNPROCESSABLE', message: expect.stringContaining('disputes') })
})
