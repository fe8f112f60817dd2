import { type Mail, queueMail } from '../../../platform/mail/mail.ts'
import type { Reader } from '../../../platform/mail/templates/template.ts'
import { findMailRecipient } from '../../../platform/owners.queries.ts'
import type { Inside } from './recording.ts'

/** Sends a mail about money once the transaction commits; none to an account that is closed. */
export async function mailTo(inside: Inside, userId: string, mailFor: (reader: Reader) => Mail): Promise<void> {
  const reader = await findMailRecipient(inside.db, userId)
  if (reader) await queueMail(inside, mailFor(reader))
}
