import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import { pluralize } from '../../../platform/util/format.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import { type CheckoutRow, endCheckout, findCheckout, findOwnedCheckout } from '../checkout/checkouts.queries.ts'
import { lockCustomerByProviderId, nextSyncNumber, savePaymentMethod } from '../checkout/customers.queries.ts'
import type { PaymentDetails } from '../payments/payments.queries.ts'
import { listRecordedRefunds } from '../payments/refunds.queries.ts'
import type { ProviderPayment } from '../provider/provider.ts'
import { type PaymentRecord, recordFailed, recordPaid } from './record-payment.ts'
import { notifyRefundState, recordRefund } from './record-refund.ts'
import { inRecordingTransaction, type RecordingTransaction } from './recording-transaction.ts'

/** A payment only moves on, from failed to paid to refunded, so a late response undoes nothing. */
export async function syncPayment(services: BillingServices, id: string, fetched?: ProviderPayment): Promise<void> {
  const sequence = await nextSyncNumber(services.db)
  const provider = requireProvider(services)
  // Before asking: what is recorded meanwhile may be newer than the response.
  const recorded = fetched ? undefined : await listRecordedRefunds(services.db, provider.name, { providerRef: id })
  const payment = fetched ?? (await provider.payment(id))
  if (payment.status === 'PENDING') return
  const snapshot = await fetchCustomerSnapshot(services, payment.customerId, sequence)
  const refundedBefore = recorded?.get(id) ?? 0
  await inRecordingTransaction(services, (tx) => recordPack(tx, payment, { ...snapshot, refundedBefore }))
}

/** Records a pack that a coupon made free: it has no payment, so its session identifies it. */
export async function recordFreePack(
  services: BillingServices,
  session: { id: string; customerId: string; checkoutId: string },
) {
  const snapshot = await fetchCustomerSnapshot(services, session.customerId, await nextSyncNumber(services.db))
  await inRecordingTransaction(services, async (tx) => {
    const checkout = await findCheckout(tx.db, session.checkoutId)
    if (!checkout || checkout.listPrice !== checkout.discount)
      return tx.log.error({ session: session.id }, 'a pack that is not free is said to be paid without a payment')
    const free = { ...session, status: 'PAID', amount: 0, currency: checkout.currency, at: snapshot.now } as const
    await recordPack(tx, free, { ...snapshot, refundedBefore: 0 })
  })
}

type CustomerSnapshot = { sequence: number; card: PaymentMethod | undefined; now: Date }

async function fetchCustomerSnapshot(
  services: BillingServices,
  customerId: string,
  sequence: number,
): Promise<CustomerSnapshot> {
  const provider = requireProvider(services)
  return { sequence, card: await provider.paymentMethod(customerId), now: await provider.now() }
}

async function recordPack(
  tx: RecordingTransaction,
  payment: ProviderPayment,
  { sequence, card, now, refundedBefore }: CustomerSnapshot & { refundedBefore: number },
) {
  const { db, log } = tx
  const { name: provider } = requireProvider(tx)
  const customer = await lockCustomerByProviderId(db, provider, payment.customerId)
  const checkout = await findOwnedCheckout(db, customer?.userId, payment.checkoutId)
  if (!customer || !checkout) return log.warn({ payment: payment.id }, 'a payment of nobody we know was left alone')
  const { userId } = customer
  const pack = buildPackPayment(payment, checkout, provider)
  if (payment.status === 'FAILED') {
    await recordFailed(tx, pack.details, payment.failure ?? 'The payment did not go through.')
    // On a page another card can be tried; an automatic charge has no page.
    if (checkout.source === 'AUTO_TOP_UP') await endCheckout(db, checkout.id, 'FAILED', now)
    return
  }
  await savePaymentMethod(db, { userId, provider, sequence, card })
  const recorded = await recordPaid(tx, pack)
  const isDisputed = payment.dispute === 'TAKEN'
  if (payment.status === 'REFUNDED') await recordRefund(tx, recorded, { at: now, isDisputed })
  else await notifyRefundState(tx, recorded, { ...payment, now, refundedBefore })
}

function buildPackPayment(
  { id: providerRef, amount, currency, at, paidAt = at, card }: ProviderPayment,
  { userId, name, source, couponCode, discount, credits, bonusCredits, listPrice, ...checkout }: CheckoutRow,
  provider: PaymentDetails['provider'],
): PaymentRecord {
  const isAutomatic = source === 'AUTO_TOP_UP'
  return {
    details: {
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
      says: (invoiceNumber) => `${pluralize(credits, 'credit')} bought, invoice ${invoiceNumber}`,
    },
    bonusCredits,
    buyer: source === 'PERSON' ? userId : undefined,
  }
}
