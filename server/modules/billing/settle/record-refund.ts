import { disputedMail, duplicateRefundedMail, refundMail } from '../../../platform/mail/templates/payments.ts'
import { lockAccount } from '../../credits/index.ts'
import { stopTopUp } from '../auto-top-up/stop-top-up.ts'
import { issueCreditNote } from '../invoices/issue-credit-note.ts'
import { mailTo } from './mail-to.ts'
import { markRefunded, type PaymentRow } from './payments.queries.ts'
import type { Recording } from './recording.ts'
import { takeRefundCredits } from './refund-credits.ts'

type Refund = { at: Date; isDuplicate?: boolean; isDisputed: boolean }

const whyDisputed = 'The payment was disputed'

/**
 * Records that a payment was paid back, once, wherever that was asked for, and takes back what is left of its credits
 * and was not taken when its refund was requested; so too where the payer's bank took the money, whoever had asked for
 * a refund meanwhile. Automatic top-up is switched off before: the credits must not be bought again.
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

/**
 * Names who asked for the refund: not whoever happens to look at the payment, nor anybody where it was made elsewhere.
 */
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
