import { queueMail } from '../../../platform/mail/mail.ts'
import { disputeWonMail, partRefundedMail } from '../../../platform/mail/templates/administrators.ts'
import { findMailRecipient, listAdministratorEmails } from '../../../platform/owners.queries.ts'
import type { MoneyBack } from '../provider.ts'
import { markTold, type PaymentRow } from './payments.queries.ts'
import type { Recording } from './recording.ts'

type Seen = MoneyBack & { now: Date }

/**
 * Tells administrators, once, of a part that went back, and of money that came back after a dispute: how many credits
 * that is worth is for them to say.
 */
export async function tellOfMoneyBack(inside: Recording, payment: PaymentRow, seen: Seen): Promise<void> {
  const { wentBack = 0, dispute, now } = seen
  const { id, status, partLost, disputeWonAt } = payment
  if (status === 'PAID' && wentBack > partLost) {
    await markTold(inside.db, id, { partLost: wentBack })
    await tell(inside, payment, (to, paid) => partRefundedMail(inside, { email: to }, { ...paid, wentBack, dispute }))
  }
  const wasLost = status === 'REFUNDED' || partLost > 0
  if (dispute === 'WON' && wasLost && !disputeWonAt) {
    await markTold(inside.db, id, { disputeWonAt: now })
    await tell(inside, payment, (to, paid) => disputeWonMail(inside, { email: to }, paid))
  }
}

type Paid = Parameters<typeof disputeWonMail>[2]

async function tell(
  inside: Recording,
  { userId, description, invoiceNumber, amount, currency }: PaymentRow,
  mailOf: (to: string, paid: Paid) => ReturnType<typeof disputeWonMail>,
) {
  const reader = await findMailRecipient(inside.db, userId)
  const paid = { description, invoiceNumber: invoiceNumber ?? '', amount, currency, payer: reader?.email }
  for (const to of await listAdministratorEmails(inside.db)) await queueMail(inside, mailOf(to, paid))
}
