import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import { type Mail, queueMail } from '../../../platform/mail/mail.ts'
import type { MailReader } from '../../../platform/mail/templates/template.ts'
import type { BillingTransaction } from './recording-transaction.ts'

/** Queues a billing mail that is sent once the transaction commits; none to a closed account. */
export async function queueMailTo(
  tx: BillingTransaction,
  userId: string,
  mailFor: (reader: MailReader) => Mail,
): Promise<void> {
  const reader = await findMailRecipient(tx.db, userId)
  if (reader) await queueMail(tx, mailFor(reader))
}
