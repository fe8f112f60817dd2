import { expect, test } from 'vitest'
import type { Charge, StripeEvent } from './fake-stripe-state.fixture.ts'
import { createTestShop, pack } from './test-shop.fixture.ts'

const shop = createTestShop()

/** A paid pack whose next refunds get this status. */
async function createPaidPack(refundStatus?: string) {
  const { id } = await shop.begin(pack)
  shop.stripe.pay(id)
  const paymentRef = (await shop.provider.checkout(id)).paymentId ?? ''
  const setRefundStatus = (status: string) => {
    const charge = shop.stripe.state.all<Charge>('charge').find((one) => one.payment_intent === paymentRef)
    Object.assign(charge ?? {}, { metadata: { ...charge?.metadata, refundStatus: status } })
  }
  if (refundStatus) setRefundStatus(refundStatus)
  const refund = (part: { refundId: string; amount: number } | undefined = undefined) =>
    shop.provider.refund({ transactionId: `of-${paymentRef}`, paymentRef, amount: pack.price, ...part })
  return { paymentRef, refund, setRefundStatus }
}

test.each(['failed', 'canceled'])('a refund that is %s at once is refused, all or a part of it', async (status) => {
  const { paymentRef, refund } = await createPaidPack(status)
  const refused = { code: 'UNPROCESSABLE', message: expect.stringContaining('Nothing was refunded.') }
  await expect(refund()).rejects.toMatchObject(refused)
  await expect(refund({ refundId: `part-${status}`, amount: 1000 })).rejects.toMatchObject(refused)
  expect(await shop.provider.payment(paymentRef)).toMatchObject({ status: 'PAID' })
  expect((await shop.provider.payment(paymentRef)).wentBack).toBeUndefined()
})

test('after a failed refund the next attempt is made anew, not answered from memory', async () => {
  const { paymentRef, refund, setRefundStatus } = await createPaidPack('failed')
  await expect(refund()).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
  setRefundStatus('succeeded')
  await refund()
  expect(await shop.provider.payment(paymentRef)).toMatchObject({ status: 'REFUNDED' })
})

test('a pending refund counts as made, and its later failure is reported by an event of the payment', async () => {
  const { paymentRef, refund } = await createPaidPack('pending')
  await refund({ refundId: 'part-2', amount: 1000 })
  expect(await shop.provider.payment(paymentRef)).toMatchObject({ status: 'PAID', wentBack: 1000 })
  shop.stripe.failRefund(paymentRef)
  const event = shop.stripe.events.findLast((one) => one.type === 'refund.failed') as StripeEvent
  const { text, signature } = shop.stripe.signed(event)
  const { object } = await shop.provider.readEvent({ text, header: () => signature })
  expect(object).toEqual({ kind: 'PAYMENT', id: paymentRef })
  expect((await shop.provider.payment(paymentRef)).wentBack).toBeUndefined()
})
