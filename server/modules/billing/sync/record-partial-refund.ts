import { partialRefundMail } from '../../../platform/mail/templates/partial-refund.ts'
import { stopTopUp } from '../auto-top-up/auto-top-up.ts'
import type { BillingServices } from '../billing-context.ts'
import { nextCreditNoteNumber } from '../invoices/issue-invoice.ts'
import { getCreditShare } from '../payments/partial-refund-rules.ts'
import { lockPayment } from '../payments/payments.queries.ts'
import {
  addRefundedPart,
  clearRefundRequest,
  insertPartialRefund,
  sumPartialRefunds,
} from '../payments/refunds.queries.ts'
import { queueMailTo } from './queue-mail-to.ts'
import { inRecordingTransaction } from './recording-transaction.ts'

/**
 * Records once that the provider made a partial refund, whose credits are taken already, and issues its credit note.
 * Does nothing if the whole payment is refunded by now: that credit note has this part.
 */
export const recordPartialRefund = (services: BillingServices, paymentId: string, refundId: string): Promise<void> =>
  inRecordingTransaction(services, async (tx) => {
    const { db, clock } = tx
    const payment = await lockPayment(db, paymentId)
    if (payment?.status !== 'PAID' || payment.refundId !== refundId || payment.refundPart === null) return
    const { userId, refundPart: amount, currency, invoiceNumber, description, creditsGranted } = payment
    const refundedBefore = await sumPartialRefunds(db, paymentId)
    const credits = getCreditShare({ ...payment, refundedBefore }, amount)
    const reason = payment.refundReason ?? ''
    const refundedAt = clock.now()
    await clearRefundRequest(db, paymentId)
    await addRefundedPart(db, paymentId, amount)
    const isTopUpOff = credits > 0 && (await stopTopUp(db, userId, 'A part of a payment was refunded.', refundedAt))
    const creditNoteNumber = await nextCreditNoteNumber(db)
    const requestedBy = payment.refundRequestedBy
    const refund = { id: refundId, paymentId, userId, amount, credits, currency, reason, requestedBy }
    await insertPartialRefund(db, { ...refund, creditNoteNumber, refundedAt })
    const mail = { description, invoiceNumber: invoiceNumber ?? '', amount, currency, creditNoteNumber, reason }
    const paid = { ...mail, paidAmount: payment.amount, hasCredits: creditsGranted > 0, isTopUpOff }
    await queueMailTo(tx, userId, (reader) => partialRefundMail(tx, reader, paid))
    tx.entries.push({
      action: 'payment.refunded',
      object: { type: 'payment', id: paymentId },
      after: { user: userId, amount, currency, invoice: invoiceNumber, credits, creditNote: creditNoteNumber },
      ...(requestedBy !== null && { actorId: requestedBy }),
      reason,
    })
  })
