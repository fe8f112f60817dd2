import type { PaymentMethod } from '@dooryard/contract/billing'
import { plural } from '../../../platform/format.ts'
import type { BillingServices } from '../billing-context.ts'
import { providerOf } from '../billing-context.ts'
import { type CheckoutRow, findCheckout } from '../checkouts.queries.ts'
import type { ProviderPayment } from '../provider.ts'
import { isOurId } from './our-ids.ts'
import { findPaymentAt, type PaymentFacts } from './payments.queries.ts'
import { type Payment, recordFailed, recordPaid } from './record-payment.ts'
import { recordRefund } from './record-refund.ts'
import { inRecording, type Recording } from './recording.ts'
import { endCheckout, keepPaymentMethod, lockCustomerAt, takeNumber } from './settle.queries.ts'
import { tellOfMoneyBack } from './tell-of-money-back.ts'

/**
 * Records what a payment for a pack is now. It only goes on, from failed to paid to paid back, so an answer that comes
 * late undoes nothing.
 */
export async function syncPayment(services: BillingServices, id: string, known?: ProviderPayment): Promise<void> {
  const provider = providerOf(services)
  const asked = await takeNumber(services.db)
  const payment = known ?? (await provider.payment(id))
  if (payment.status === 'PENDING') return
  const card = await provider.paymentMethod(payment.customerId)
  const now = await provider.now()
  await inRecording(services, (inside) => recordPack(inside, payment, { asked, card, now }))
}

/** A pack that a coupon made free: there is no payment, so it is known by what it was bought with. */
export async function recordFreePack(
  services: BillingServices,
  session: { id: string; customerId: string; checkoutId: string },
) {
  const provider = providerOf(services)
  const asked = await takeNumber(services.db)
  const card = await provider.paymentMethod(session.customerId)
  const now = await provider.now()
  await inRecording(services, async (inside) => {
    const checkout = await findCheckout(inside.db, session.checkoutId)
    if (!checkout || checkout.listPrice !== checkout.discount)
      return inside.log.error({ session: session.id }, 'a pack that is not free is said to be paid without a payment')
    const free = { ...session, status: 'PAID', amount: 0, currency: checkout.currency, at: now } as const
    await recordPack(inside, free, { asked, card, now })
  })
}

type Seen = { asked: number; card: PaymentMethod | undefined; now: Date }

async function recordPack(inside: Recording, payment: ProviderPayment, { asked, card, now }: Seen) {
  const { db, log } = inside
  const { name: provider } = providerOf(inside)
  const customer = await lockCustomerAt(db, provider, payment.customerId)
  const checkout = isOurId(payment.checkoutId) ? await findCheckout(db, payment.checkoutId) : undefined
  if (!customer || checkout?.userId !== customer.userId)
    return log.warn({ payment: payment.id }, 'a payment of nobody we know was left alone')
  const { userId } = customer
  const facts = factsOf(payment, checkout, provider)
  if (payment.status === 'FAILED') {
    await recordFailed(inside, facts, payment.failure ?? 'The payment did not go through.')
    // At a page another card may be tried; nobody is there to do so for an automatic one.
    if (checkout.source === 'AUTO_TOP_UP') await endCheckout(db, checkout.id, 'FAILED', now)
    return
  }
  await keepPaymentMethod(db, { userId, provider, asked, ...(card && { card }) })
  await recordPaid(inside, { ...packOf(payment, checkout), facts })
  const recorded = await findPaymentAt(db, provider, payment.id)
  if (!recorded) return
  const isDisputed = payment.dispute === 'TAKEN'
  if (payment.status === 'REFUNDED') await recordRefund(inside, recorded, { at: now, isDisputed })
  else await tellOfMoneyBack(inside, recorded, { ...payment, now })
}

const factsOf = (
  { id, amount, currency, at }: ProviderPayment,
  { userId, name, source, couponCode, ...checkout }: CheckoutRow,
  provider: PaymentFacts['provider'],
): PaymentFacts => ({
  userId,
  provider,
  amount,
  currency,
  couponCode,
  providerRef: id,
  kind: 'PACK',
  reason: source === 'AUTO_TOP_UP' ? 'AUTO_TOP_UP' : 'PACK',
  description: source === 'AUTO_TOP_UP' ? `${name}, automatic top-up` : name,
  subscriptionId: null,
  checkoutId: checkout.id,
  quoteId: null,
  discount: checkout.discount,
  periodStart: null,
  periodEnd: null,
  createdAt: at,
})

const packOf = (
  { id, amount, at, paidAt = at, card }: ProviderPayment,
  { userId, name, source, credits, bonusCredits, listPrice }: CheckoutRow,
): Omit<Payment, 'facts'> => ({
  paymentRef: amount > 0 ? id : undefined,
  paidAt,
  card,
  lines: [{ text: name, amount: listPrice }],
  credits: {
    how: 'PURCHASE',
    amount: credits,
    says: (invoiceNumber) => `${plural(credits, 'credit')} bought, invoice ${invoiceNumber}`,
  },
  bonusCredits,
  buyer: source === 'PERSON' ? userId : undefined,
})
