import type { Refund, RefundableCredits, RefundPreview } from '@dooryard/contract/admin-billing'
import type { Transaction } from '@dooryard/contract/transactions'
import { audit } from '../../../platform/audit.ts'
import { appError, isAppError, notFound } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { plural } from '../../../platform/words.ts'
import { getRefundableCredits } from '../../credits/index.ts'
import { type BillingContext, providerOf } from '../billing-context.ts'
import { presentTransaction } from '../history/list-transactions.ts'
import {
  dropRefundRequest,
  findPayment,
  keepRefundRequest,
  lockPayment,
  type PaymentRow,
} from '../settle/payments.queries.ts'
import { syncInvoice } from '../settle/sync-invoice.ts'
import { syncPayment } from '../settle/sync-payment.ts'

/**
 * Shows what a refund of a payment would take back; nothing of one that was never paid or is refunded. NOT_FOUND where
 * there is no such payment.
 */
export const previewRefund = ({ db }: Pick<BillingContext, 'db'>, id: string): Promise<RefundPreview> =>
  db.transaction().execute(async (inside) => {
    const payment = await findPayment(inside, id)
    if (!payment) throw notFound('This payment')
    const { userId, creditsGranted } = payment
    return { transactionId: id, creditsGranted, creditsLeft: await getRefundableCredits(inside, userId, id) }
  })

/**
 * Pays a payment back whole, once, and takes back what is left of its credits. The subscription that it was for goes
 * on: ending it is another decision. CONFLICT for what was not paid, cost nothing, is paid back already, or has other
 * credits left than `creditsLeft` says; UNPROCESSABLE where the provider refuses.
 */
export async function refundPayment(ctx: BillingContext, id: string, refund: Refund): Promise<Transaction> {
  const provider = providerOf(ctx)
  const { reason } = refund
  const { amount, paymentRef, providerRef, kind } = await begin(ctx, id, refund)
  await provider.refund({ transactionId: id, paymentRef, amount }).catch((error) => takenBack(ctx, id, reason, error))
  await (kind === 'SUBSCRIPTION' ? syncInvoice(ctx, providerRef) : syncPayment(ctx, providerRef))
  const refunded = await findPayment(ctx.db, id)
  if (!refunded) throw notFound('This payment')
  return presentTransaction(refunded)
}

type Refundable = PaymentRow & { paymentRef: string }

/**
 * The payment, with the request for its refund recorded before the provider is asked: should this process die, whoever
 * hears from the provider that it is paid back knows for whom.
 */
const begin = (ctx: BillingContext, id: string, { reason, creditsLeft }: Refund): Promise<Refundable> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const payment = await lockPayment(db, id)
    if (!payment) throw notFound('This payment')
    const { paymentRef } = payment
    if (payment.status === 'FAILED') throw appError('CONFLICT', 'This payment failed, so there is nothing to pay back.')
    if (paymentRef === null || payment.amount === 0)
      throw appError('CONFLICT', 'Nothing had to be paid, so there is nothing to pay back.')
    if (payment.provider !== inside.provider?.name)
      throw appError('CONFLICT', 'This payment was taken by another payment provider than the one in use.')
    if (payment.status !== 'PAID') throw appError('CONFLICT', 'This payment has been paid back already.')
    const left = await getRefundableCredits(db, payment.userId, id)
    if (left.available !== creditsLeft.available || left.held !== creditsLeft.held) throw creditsChanged(left)
    const { userId: refundRequestedBy } = actor
    await keepRefundRequest(db, id, { refundReason: reason, refundRequestedBy, refundRequestedAt: clock.now() })
    const { userId, status, amount, currency, invoiceNumber } = payment
    await audit(inside, {
      action: 'payment.refund_requested',
      object: { type: 'payment', id },
      before: { status },
      after: { user: userId, amount, currency, invoice: invoiceNumber, creditsLeft: left },
      reason,
    })
    return { ...payment, paymentRef }
  })

/** An order took or gave back credits of the payment after the administrator had looked. */
const creditsChanged = (creditsLeft: RefundableCredits) =>
  appError(
    'CONFLICT',
    `The credits of this payment have changed: ${plural(creditsLeft.available, 'credit')} can be taken back now, and ` +
      `${creditsLeft.held} are held by orders in progress. Nothing was refunded. Check the new numbers and confirm again.`,
    { creditsLeft },
  )

/** Nothing was paid back, so nothing says that it is to be. What is not known, as when nobody answers, stays said. */
async function takenBack({ db, actor }: BillingContext, id: string, reason: string, error: unknown): Promise<never> {
  if (isAppError(error) && error.code === 'UNPROCESSABLE')
    await dropRefundRequest(db, id, { refundReason: reason, refundRequestedBy: actor.userId })
  throw error
}
