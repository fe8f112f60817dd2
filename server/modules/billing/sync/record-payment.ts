import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import { receiptMail } from '../../../platform/mail/templates/payments.ts'
import { newId } from '../../../platform/util/ids.ts'
import { redeemCoupon, releaseCoupon } from '../../coupons/index.ts'
import { grantCredits, lockAccount, renewCredits } from '../../credits/index.ts'
import { markQuoteApplied } from '../change-plan/quotes.queries.ts'
import { endCheckout } from '../checkout/checkouts.queries.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import {
  findPaymentByRef,
  insertFailedPayment,
  type PaymentDetails,
  type PaymentRow,
  type RefundCause,
  savePaidPayment,
} from '../payments/payments.queries.ts'
import { queueMailTo } from './queue-mail-to.ts'
import type { RecordingTransaction } from './recording-transaction.ts'

/**
 * The credits that a payment grants: of a subscription, of its next month, or bought once. `says` returns the ledger
 * text.
 */
type CreditGrant = {
  how: 'GRANT' | 'RENEWAL' | 'PURCHASE'
  amount: number
  /** For a renewal: how many credits of the previous month stay. */
  keepUpTo?: number | undefined
  says: (invoiceNumber: string) => string
}

export type PaymentRecord = {
  details: PaymentDetails
  paymentRef: string | undefined
  paidAt: Date
  lines: readonly { text: string; amount: number }[]
  /** The charged card; undefined if nothing had to be paid. */
  card: PaymentMethod | undefined
  credits: CreditGrant
  bonusCredits: number
  /** The buyer; undefined for automatic payments. */
  buyer: string | undefined
  /** Set if the payment is to be refunded at once: it grants nothing. */
  refundCause?: RefundCause | undefined
}

/**
 * Runs inside the transaction that holds the customer's lock. Records the payment with its invoice, credits, coupon
 * and mail the first time, and never again.
 */
export async function recordPaid(tx: RecordingTransaction, payment: PaymentRecord): Promise<PaymentRow> {
  const { db } = tx
  const { details, paidAt } = payment
  const found = await findPaymentByRef(db, details.provider, details.providerRef)
  if (found && found.status !== 'FAILED') return found
  const id = found?.id ?? newId()
  // Take every lock before the invoice number, which every payment waits for.
  await lockAccount(db, details.userId)
  if (details.checkoutId) await endCheckout(db, details.checkoutId, 'PAID', paidAt)
  if (details.quoteId) await markQuoteApplied(db, details.quoteId, paidAt)
  await redeemOrReleaseCoupon(tx, payment, paidAt)
  const invoiceNumber = await savePayment(tx, payment, id)
  if (!payment.refundCause) {
    await grantPaidCredits(tx, payment, { transactionId: id, invoiceNumber })
    const { description, amount, currency } = details
    const mail = { transactionId: id, description, invoiceNumber, amount, currency, paidAt }
    await queueMailTo(tx, details.userId, (reader) => receiptMail(tx, reader, mail))
  }
  auditPaid(tx, payment, { transactionId: id, invoiceNumber })
  const recorded = await findPaymentByRef(db, details.provider, details.providerRef)
  if (!recorded) throw new Error(`payment ${details.providerRef} was recorded and is not there`)
  return recorded
}

async function savePayment(
  { db, invoicing }: RecordingTransaction,
  payment: PaymentRecord,
  id: string,
): Promise<string> {
  const { details, lines, card, paidAt, refundCause } = payment
  const { userId, amount: total, currency, discount, couponCode } = details
  const off = { text: couponCode ? `Coupon ${couponCode}` : 'Discount', amount: discount }
  const sold = { userId, invoicing, lines, total, currency, at: paidAt, card }
  const issued = await issueInvoice(db, { ...sold, ...(discount > 0 && { discount: off }) })
  await savePaidPayment(db, {
    ...details,
    ...issued,
    id,
    paidAt,
    paymentRef: payment.paymentRef ?? null,
    creditsGranted: refundCause ? 0 : payment.credits.amount + payment.bonusCredits,
    refundCause: refundCause ?? null,
  })
  return issued.invoiceNumber
}

/** Redeems the coupon; the coupon of a payment that will be refunded is released. */
async function redeemOrReleaseCoupon(
  { db }: RecordingTransaction,
  { details, refundCause }: PaymentRecord,
  paidAt: Date,
) {
  const purchaseId = details.quoteId ?? details.checkoutId
  if (!details.couponCode || !purchaseId) return
  if (refundCause) await releaseCoupon(db, purchaseId)
  else await redeemCoupon(db, purchaseId, paidAt)
}

type InvoiceRef = { transactionId: string; invoiceNumber: string }

async function grantPaidCredits(
  { db }: RecordingTransaction,
  payment: PaymentRecord,
  { transactionId, invoiceNumber }: InvoiceRef,
) {
  const { details, credits, bonusCredits } = payment
  const { userId, couponCode } = details
  const actor = payment.buyer ?? 'system'
  const reason = credits.says(invoiceNumber)
  if (credits.how === 'RENEWAL')
    await renewCredits(db, {
      userId,
      transactionId,
      reason,
      monthlyCredits: credits.amount,
      keepUpTo: credits.keepUpTo,
    })
  else {
    const isPack = credits.how === 'PURCHASE'
    const bucket = isPack ? 'ON_DEMAND' : 'SUBSCRIPTION'
    const type = isPack ? 'PURCHASE' : 'GRANT'
    await grantCredits(db, { userId, bucket, type, amount: credits.amount, reason, actor, transactionId })
  }
  const bonus = { bucket: 'ON_DEMAND', type: 'COUPON', amount: bonusCredits, reason: `Coupon ${couponCode}` } as const
  if (bonusCredits > 0) await grantCredits(db, { ...bonus, userId, actor, transactionId })
}

function auditPaid(
  { entries }: RecordingTransaction,
  payment: PaymentRecord,
  { transactionId, invoiceNumber }: InvoiceRef,
) {
  const { details, buyer: actorId, refundCause } = payment
  const by = actorId === undefined ? {} : { actorId }
  const after = { ...toAuditPayment(details), invoice: invoiceNumber }
  entries.push({ action: 'payment.paid', object: { type: 'payment', id: transactionId }, after, ...by })
  const { subscriptionId: id, periodEnd, description: plan } = details
  if (details.reason !== 'RENEWAL' || id === null || refundCause) return
  const renewed = { user: details.userId, plan, until: periodEnd }
  entries.push({ action: 'subscription.renewed', object: { type: 'subscription', id }, after: renewed })
}

const toAuditPayment = ({ userId: user, description: what, amount, currency }: PaymentDetails) => ({
  user,
  what,
  amount,
  currency,
})

export async function recordFailed(
  { db, entries }: RecordingTransaction,
  details: PaymentDetails,
  failure: string,
): Promise<void> {
  if (await findPaymentByRef(db, details.provider, details.providerRef)) return
  const id = newId()
  await insertFailedPayment(db, { ...details, id, failure })
  entries.push({
    action: 'payment.failed',
    object: { type: 'payment', id },
    after: { ...toAuditPayment(details), failure },
  })
}
