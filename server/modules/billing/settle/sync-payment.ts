import type { PaymentMethod } from '@dooryard/contract/billing'
import { plural } from '../../../platform/format.ts'
import { type BillingServices, providerOf } from '../billing-context.ts'
import { type CheckoutRow, endCheckout, findCheckout, findCheckoutOf } from '../checkouts.queries.ts'
import { keepPaymentMethod, lockCustomerAt, takeNumber } from '../customers.queries.ts'
import type { PaymentFacts } from '../payments.queries.ts'
import type { ProviderPayment } from '../provider.ts'
import { type Payment, recordFailed, recordPaid } from './record-payment.ts'
import { notifyOfMoneyBack, recordRefund } from './record-refund.ts'
import { inRecording, type Recording } from './recording.ts'

/** A payment only goes on, from failed to paid to paid back, so an answer that comes late undoes nothing. */
export async function syncPayment(services: BillingServices, id: string, known?: ProviderPayment): Promise<void> {
  const sequence = await takeNumber(services.db)
  const payment = known ?? (await providerOf(services).payment(id))
  if (payment.status === 'PENDING') return
  const seen = await look(services, payment.customerId, sequence)
  await inRecording(services, (inside) => recordPack(inside, payment, seen))
}

/** A pack that a coupon made free: there is no payment, so it is known by what it was bought with. */
export async function recordFreePack(
  services: BillingServices,
  session: { id: string; customerId: string; checkoutId: string },
) {
  const seen = await look(services, session.customerId, await takeNumber(services.db))
  await inRecording(services, async (inside) => {
    const checkout = await findCheckout(inside.db, session.checkoutId)
    if (!checkout || checkout.listPrice !== checkout.discount)
      return inside.log.error({ session: session.id }, 'a pack that is not free is said to be paid without a payment')
    const free = { ...session, status: 'PAID', amount: 0, currency: checkout.currency, at: seen.now } as const
    await recordPack(inside, free, seen)
  })
}

type Seen = { sequence: number; card: PaymentMethod | undefined; now: Date }

async function look(services: BillingServices, customerId: string, sequence: number): Promise<Seen> {
  const provider = providerOf(services)
  return { sequence, card: await provider.paymentMethod(customerId), now: await provider.now() }
}

async function recordPack(inside: Recording, payment: ProviderPayment, { sequence, card, now }: Seen) {
  const { db, log } = inside
  const { name: provider } = providerOf(inside)
  const customer = await lockCustomerAt(db, provider, payment.customerId)
  const checkout = await findCheckoutOf(db, customer?.userId, payment.checkoutId)
  if (!customer || !checkout) return log.warn({ payment: payment.id }, 'a payment of nobody we know was left alone')
  const { userId } = customer
  const pack = packOf(payment, checkout, provider)
  if (payment.status === 'FAILED') {
    await recordFailed(inside, pack.facts, payment.failure ?? 'The payment did not go through.')
    // At a page another card may be tried; nobody is there to do so for an automatic one.
    if (checkout.source === 'AUTO_TOP_UP') await endCheckout(db, checkout.id, 'FAILED', now)
    return
  }
  await keepPaymentMethod(db, { userId, provider, sequence, card })
  const recorded = await recordPaid(inside, pack)
  const isDisputed = payment.dispute === 'TAKEN'
  if (payment.status === 'REFUNDED') await recordRefund(inside, recorded, { at: now, isDisputed })
  else await notifyOfMoneyBack(inside, recorded, { ...payment, now })
}

function packOf(
  { id: providerRef, amount, currency, at, paidAt = at, card }: ProviderPayment,
  { userId, name, source, couponCode, discount, credits, bonusCredits, listPrice, ...checkout }: CheckoutRow,
  provider: PaymentFacts['provider'],
): Payment {
  const isAutomatic = source === 'AUTO_TOP_UP'
  return {
    facts: {
      userId,
      provider,
      providerRef,
      amount,
      discount,
      currency,
      couponCode,
      kind: 'PACK',
      reason: isAutomatic ? 'AUTO_TOP_UP' : 'PACK',
      description: isAutomatic ? `${name}, automatic top-up` : name,
      checkoutId: checkout.id,
      subscriptionId: null,
      quoteId: null,
      periodStart: null,
      periodEnd: null,
      createdAt: at,
    },
    paymentRef: amount > 0 ? providerRef : undefined,
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
  }
}
