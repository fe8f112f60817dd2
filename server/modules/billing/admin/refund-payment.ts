import type { Refund, RefundableCredits, RefundPreview } from '@dooryard/contract/admin-billing'
import { type Transaction, TransactionStatus } from '@dooryard/contract/transactions'
import { audit } from '../../../platform/audit.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import { plural } from '../../../platform/format.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { getRefundableCredits } from '../../credits/index.ts'
import { type BillingContext, providerOf } from '../billing-context.ts'
import { presentTransaction } from '../history/list-transactions.ts'
import { addFinishRefundJob, askForRefund, type RequestedRefund, requestedAt } from '../settle/ask-for-refund.ts'
import { findPayment, keepRefundRequest, lockPayment, type PaymentRow } from '../settle/payments.queries.ts'
import type { Inside } from '../settle/recording.ts'
import { takeRefundCredits } from '../settle/refund-credits.ts'

/**
 * Shows what a refund of a payment would take back; nothing of one that was never paid or is refunded. NOT_FOUND where
 * there is no such payment.
 */
export const previewRefund = (ctx: Pick<BillingContext, 'db'>, id: string): Promise<RefundPreview> =>
  inTransaction(ctx, async ({ db }) => {
    const payment = await findPayment(db, id)
    if (!payment) throw notFound('This payment')
    const { userId, creditsGranted } = payment
    const status = TransactionStatus.parse(payment.status)
    return { transactionId: id, status, creditsGranted, creditsLeft: await getRefundableCredits(db, userId, id) }
  })

/**
 * Pays a payment back whole, once, and takes back what is left of its credits before the provider is asked. Asked for
 * again while that is under way, it asks the provider again. The subscription that it was for goes on: ending it is
 * another decision. CONFLICT for what was not paid, cost nothing, is paid back already, or has other credits left than
 * `creditsLeft` says; UNPROCESSABLE where the provider refuses, which leaves everything as it was; UNAVAILABLE where it
 * does not answer: a job goes on asking.
 */
export async function refundPayment(ctx: BillingContext, id: string, refund: Refund): Promise<Transaction> {
  providerOf(ctx)
  await askForRefund(ctx, await begin(ctx, id, refund))
  const refunded = await findPayment(ctx.db, id)
  if (!refunded) throw notFound('This payment')
  return presentTransaction(refunded)
}

/**
 * The payment, with the request for its refund recorded and its credits taken before the provider is asked: no order
 * spends them meanwhile, and should this process die, whoever hears from the provider that it is paid back knows for
 * whom.
 */
const begin = (ctx: BillingContext, id: string, { reason, creditsLeft }: Refund): Promise<RequestedRefund> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const payment = await lockRefundable(inside, id)
    const left = await getRefundableCredits(db, payment.userId, id)
    const isSeen = left.available === creditsLeft.available && left.held === creditsLeft.held
    // Where a refund is under way they were confirmed, and taken, already.
    if (!payment.refundRequestedAt && !isSeen) throw creditsChanged(left)
    const refundRequestedAt = requestedAt(payment, clock.now())
    await keepRefundRequest(db, id, { refundReason: reason, refundRequestedBy: actor.userId, refundRequestedAt })
    const refundRequestedBy = payment.refundRequestedBy ?? actor.userId
    const { userId, status, amount, currency, invoiceNumber } = payment
    await takeRefundCredits(db, { ...payment, refundRequestedBy }, `Refund of invoice ${invoiceNumber}`)
    await addFinishRefundJob(db, id)
    await audit(inside, {
      action: 'payment.refund_requested',
      object: { type: 'payment', id },
      before: { status },
      after: { user: userId, amount, currency, invoice: invoiceNumber, creditsLeft: left },
      reason,
    })
    return { ...payment, refundRequestedAt }
  })

/** A payment that can be paid back. Nobody else changes it until the transaction ends. */
async function lockRefundable({ db, provider }: Inside, id: string): Promise<PaymentRow & { paymentRef: string }> {
  const payment = await lockPayment(db, id)
  if (!payment) throw notFound('This payment')
  const { paymentRef } = payment
  if (payment.status === 'FAILED') throw appError('CONFLICT', 'This payment failed, so there is nothing to pay back.')
  if (paymentRef === null || payment.amount === 0)
    throw appError('CONFLICT', 'Nothing had to be paid, so there is nothing to pay back.')
  if (payment.provider !== provider?.name)
    throw appError('CONFLICT', 'This payment was taken by another payment provider than the one in use.')
  if (payment.status !== 'PAID') throw appError('CONFLICT', 'This payment has been paid back already.')
  return { ...payment, paymentRef }
}

/** An order took or gave back credits of the payment after the administrator had looked. */
const creditsChanged = (creditsLeft: RefundableCredits) =>
  appError(
    'CONFLICT',
    `The credits of this payment have changed: ${plural(creditsLeft.available, 'credit')} can be taken back now, and ` +
      `${creditsLeft.held} ${creditsLeft.held === 1 ? 'is' : 'are'} held by orders in progress. Nothing was refunded. ` +
      'Check the new numbers and confirm again.',
    { creditsLeft },
  )
