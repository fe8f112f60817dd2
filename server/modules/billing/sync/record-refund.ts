import { Bucket } from '@dooryard/contract/billing/credit-history'
import { findMailRecipient, listAdministratorEmails } from '../../../platform/lists/owners.queries.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { disputeWonMail, partRefundedMail, refundFailedMail } from '../../../platform/mail/templates/administrators.ts'
import { disputedMail, duplicateRefundedMail, refundMail } from '../../../platform/mail/templates/payments.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { clawBackCredits, lockAccount, reverseClawback } from '../../credits/index.ts'
import { stopTopUp } from '../auto-top-up/auto-top-up.ts'
import { issueCreditNote } from '../invoices/issue-invoice.ts'
import { markRefunded, type PaymentRow, updatePayment } from '../payments/payments.queries.ts'
import { sumPartialRefunds } from '../payments/refunds.queries.ts'
import type { ProviderName, RefundState } from '../provider/provider.ts'
import { findLiveSubscription } from '../subscription/subscriptions.queries.ts'
import { queueMailTo } from './queue-mail-to.ts'
import type { RecordingTransaction } from './recording-transaction.ts'

type RefundOutcome = { at: Date; isDuplicate?: boolean; isDisputed: boolean }

const disputedReason = 'The payment was disputed'

/**
 * Records a refund or dispute once, and claws back the credits that the refund request did not take. Disables
 * automatic top-up first, so that the credits are not bought again.
 */
export async function recordRefund(tx: RecordingTransaction, found: PaymentRow, refund: RefundOutcome): Promise<void> {
  if (found.status !== 'PAID') return
  const { db } = tx
  const { isDisputed, at: refundedAt } = refund
  const why = isDisputed ? { refundReason: disputedReason, refundRequestedBy: null } : {}
  const payment = { ...found, ...why }
  const { id, userId, description, invoiceNumber, currency, creditsGranted, refundReason } = payment
  await markRefunded(db, id, refundedAt, why)
  const whyOff = `A payment was ${isDisputed ? 'disputed' : 'refunded'}.`
  const isTopUpOff = creditsGranted > 0 && (await stopTopUp(db, userId, whyOff, refundedAt))
  // Before the credit note number, which every refund waits for.
  await lockAccount(db, userId)
  const whyTaken = isDisputed ? `${disputedReason}, invoice ${invoiceNumber}` : `Invoice ${invoiceNumber} was refunded`
  await clawBackRefundCredits(db, payment, whyTaken)
  const amount = payment.amount - (await sumPartialRefunds(db, id))
  const creditNoteNumber = await issueCreditNote(db, id)
  const paid = { description, invoiceNumber: invoiceNumber ?? '', amount, currency, creditsGranted }
  const mail = { ...paid, creditNoteNumber, refundReason, isTopUpOff }
  const buildMail = isDisputed ? disputedMail : refund.isDuplicate ? duplicateRefundedMail : refundMail
  await queueMailTo(tx, userId, (reader) => buildMail(tx, reader, mail))
  auditRefund(tx, { ...payment, amount })
}

/** The audit actor is the user who requested the refund, not the process that syncs. */
function auditRefund({ entries }: RecordingTransaction, payment: PaymentRow) {
  const { id, userId, amount, currency, invoiceNumber, refundReason, refundRequestedBy } = payment
  entries.push({
    action: 'payment.refunded',
    object: { type: 'payment', id },
    after: { user: userId, amount, currency, invoice: invoiceNumber },
    ...(refundRequestedBy !== null && { actorId: refundRequestedBy }),
    ...(refundReason !== null && { reason: refundReason }),
  })
}

export async function clawBackRefundCredits(db: Db, payment: PaymentRow, reason: string): Promise<void> {
  const { id: transactionId, userId, refundRequestedBy } = payment
  const cause = { userId, transactionId, actor: refundRequestedBy ?? 'system', reason }
  for (const bucket of Bucket.options) await clawBackCredits(db, { ...cause, bucket })
}

/**
 * Returns the credits after the provider refused a refund. Credits that would have ended meanwhile, with a
 * subscription or the account, end now.
 */
export async function restoreRefundCredits(db: Db, payment: PaymentRow, name: ProviderName): Promise<void> {
  const { id: transactionId, userId, invoiceNumber, refundAfterEntry } = payment
  const reason = `The refund of invoice ${invoiceNumber} was refused`
  const afterEntry = refundAfterEntry ?? undefined
  const cause = { userId, transactionId, actor: 'system', reason, afterEntry }
  // Lock before reading: ending the subscription or closing the account holds the lock until it is done.
  await lockAccount(db, userId)
  const closed = (await findMailRecipient(db, userId)) ? undefined : 'The account was closed meanwhile'
  const live = await findLiveSubscription({ db, provider: { name } }, userId)
  const ended = live ? undefined : 'The subscription had ended meanwhile'
  await reverseClawback(db, { ...cause, bucket: 'ON_DEMAND', expiryReason: closed })
  await reverseClawback(db, { ...cause, bucket: 'SUBSCRIPTION', expiryReason: closed ?? ended })
}

/** `refundedBefore` is what was recorded as refunded before the provider was asked, in cents. */
type ReportedRefunds = RefundState & { now: Date; refundedBefore: number }

/**
 * Notifies administrators, once, of a partial refund made elsewhere and of a won dispute, for them to decide how many
 * credits that is worth, and of a recorded refund that the provider could not make in the end.
 */
export async function notifyRefundState(
  tx: RecordingTransaction,
  payment: PaymentRow,
  { wentBack = 0, dispute, now, refundedBefore }: ReportedRefunds,
): Promise<void> {
  const { id, status, partialRefundAmount, refundPart, disputeWonAt } = payment
  // A part in progress is recorded by its request, before or after the provider's event.
  const refundedAmount = wentBack - (refundPart ?? 0)
  if (status === 'PAID' && refundedAmount > partialRefundAmount) {
    await updatePayment(tx.db, id, { partialRefundAmount: refundedAmount })
    await mailAdministrators(tx, payment, (to, paid) => partRefundedMail(tx, to, { ...paid, refundedAmount, dispute }))
  }
  const wasLost = status === 'REFUNDED' || partialRefundAmount > 0
  if (dispute === 'WON' && wasLost && !disputeWonAt) {
    await updatePayment(tx.db, id, { disputeWonAt: now })
    await mailAdministrators(tx, payment, (to, paid) => disputeWonMail(tx, to, paid))
  }
  // A won dispute brings back money that counts as refunded.
  const shortfall = dispute === 'WON' ? 0 : refundedBefore - wentBack
  if (shortfall > payment.notifiedShortfall) {
    await updatePayment(tx.db, id, { notifiedShortfall: shortfall })
    await mailAdministrators(tx, payment, (to, paid) => refundFailedMail(tx, to, { ...paid, shortfall }))
  }
}

async function mailAdministrators(
  tx: RecordingTransaction,
  { userId, description, invoiceNumber, amount, currency }: PaymentRow,
  buildMail: (to: { email: string }, paid: Parameters<typeof disputeWonMail>[2]) => ReturnType<typeof disputeWonMail>,
) {
  const reader = await findMailRecipient(tx.db, userId)
  const paid = { description, invoiceNumber: invoiceNumber ?? '', amount, currency, payer: reader?.email }
  for (const email of await listAdministratorEmails(tx.db)) await queueMail(tx, buildMail({ email }, paid))
}
