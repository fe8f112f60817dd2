import { Bucket } from '@dooryard/contract/credit-history'
import { queueMail } from '../../../platform/mail/mail.ts'
import { disputeWonMail, partRefundedMail } from '../../../platform/mail/templates/administrators.ts'
import { disputedMail, duplicateRefundedMail, refundMail } from '../../../platform/mail/templates/payments.ts'
import { findMailRecipient, listAdministratorEmails } from '../../../platform/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { giveBackCredits, lockAccount, takeBackCredits } from '../../credits/index.ts'
import { stopTopUp } from '../auto-top-up/auto-top-up.ts'
import { issueCreditNote } from '../invoices/issue-invoice.ts'
import { markRefunded, type PaymentRow, updatePayment } from '../payments.queries.ts'
import type { MoneyBack, ProviderName } from '../provider.ts'
import { findLiveSubscription } from '../subscriptions.queries.ts'
import { mailTo } from './mail-to.ts'
import type { Recording } from './recording.ts'

type Refund = { at: Date; isDuplicate?: boolean; isDisputed: boolean }

const whyDisputed = 'The payment was disputed'

/**
 * Records once that a payment was refunded or disputed, and takes back the credits that its request did not take.
 * Automatic top-up is switched off before: the credits must not be bought again.
 */
export async function recordRefund(inside: Recording, found: PaymentRow, refund: Refund): Promise<void> {
  if (found.status !== 'PAID') return
  const { db } = inside
  const { isDisputed, at: refundedAt } = refund
  const why = isDisputed ? { refundReason: whyDisputed, refundRequestedBy: null } : {}
  const payment = { ...found, ...why }
  const { id, userId, description, invoiceNumber, amount, currency, creditsGranted, refundReason } = payment
  await markRefunded(db, id, refundedAt, why)
  const whyOff = `A payment was ${isDisputed ? 'disputed' : 'refunded'}.`
  const isTopUpOff = creditsGranted > 0 && (await stopTopUp(db, userId, whyOff, refundedAt))
  // Before the number, which everybody whose payment is refunded waits for.
  await lockAccount(db, userId)
  const whyTaken = isDisputed ? `${whyDisputed}, invoice ${invoiceNumber}` : `Invoice ${invoiceNumber} was paid back`
  await takeRefundCredits(db, payment, whyTaken)
  const creditNoteNumber = await issueCreditNote(db, payment.id)
  const paid = { description, invoiceNumber: invoiceNumber ?? '', amount, currency, creditsGranted }
  const mail = { ...paid, creditNoteNumber, refundReason, isTopUpOff }
  const mailOf = isDisputed ? disputedMail : refund.isDuplicate ? duplicateRefundedMail : refundMail
  await mailTo(inside, userId, (reader) => mailOf(inside, reader, mail))
  note(inside, payment)
}

/** Names who asked for the refund: not whoever happens to look at the payment. */
function note({ entries }: Recording, payment: PaymentRow) {
  const { id, userId, amount, currency, invoiceNumber, refundReason, refundRequestedBy } = payment
  entries.push({
    action: 'payment.refunded',
    object: { type: 'payment', id },
    after: { user: userId, amount, currency, invoice: invoiceNumber },
    ...(refundRequestedBy !== null && { actorId: refundRequestedBy }),
    ...(refundReason !== null && { reason: refundReason }),
  })
}

export async function takeRefundCredits(db: Db, payment: PaymentRow, reason: string): Promise<void> {
  const { id: transactionId, userId, refundRequestedBy } = payment
  const cause = { userId, transactionId, actor: refundRequestedBy ?? 'system', reason }
  for (const bucket of Bucket.options) await takeBackCredits(db, { ...cause, bucket })
}

/**
 * After the provider refused a refund. What would have ended meanwhile had it not been taken, with a subscription or
 * the account, ends now.
 */
export async function giveBackRefundCredits(db: Db, payment: PaymentRow, name: ProviderName): Promise<void> {
  const { id: transactionId, userId, invoiceNumber } = payment
  const reason = `The refund of invoice ${invoiceNumber} was refused`
  const cause = { userId, transactionId, actor: 'system', reason }
  // Before the looks: whoever ends the subscription or closes the account holds it until that is done.
  await lockAccount(db, userId)
  const closed = (await findMailRecipient(db, userId)) ? undefined : 'The account was closed meanwhile'
  const live = await findLiveSubscription({ db, provider: { name } }, userId)
  const ended = live ? undefined : 'The subscription had ended meanwhile'
  await giveBackCredits(db, { ...cause, bucket: 'ON_DEMAND', lapsed: closed })
  await giveBackCredits(db, { ...cause, bucket: 'SUBSCRIPTION', lapsed: closed ?? ended })
}

/**
 * Notifies administrators, once, of a partial refund and of a won dispute: how many credits that is worth is for them
 * to say.
 */
export async function notifyOfMoneyBack(
  inside: Recording,
  payment: PaymentRow,
  { wentBack = 0, dispute, now }: MoneyBack & { now: Date },
): Promise<void> {
  const { id, status, partialRefundAmount, disputeWonAt } = payment
  if (status === 'PAID' && wentBack > partialRefundAmount) {
    await updatePayment(inside.db, id, { partialRefundAmount: wentBack })
    await mailAdministrators(inside, payment, (to, paid) =>
      partRefundedMail(inside, to, { ...paid, wentBack, dispute }),
    )
  }
  const wasLost = status === 'REFUNDED' || partialRefundAmount > 0
  if (dispute === 'WON' && wasLost && !disputeWonAt) {
    await updatePayment(inside.db, id, { disputeWonAt: now })
    await mailAdministrators(inside, payment, (to, paid) => disputeWonMail(inside, to, paid))
  }
}

async function mailAdministrators(
  inside: Recording,
  { userId, description, invoiceNumber, amount, currency }: PaymentRow,
  mailOf: (to: { email: string }, paid: Parameters<typeof disputeWonMail>[2]) => ReturnType<typeof disputeWonMail>,
) {
  const reader = await findMailRecipient(inside.db, userId)
  const paid = { description, invoiceNumber: invoiceNumber ?? '', amount, currency, payer: reader?.email }
  for (const email of await listAdministratorEmails(inside.db)) await queueMail(inside, mailOf({ email }, paid))
}
