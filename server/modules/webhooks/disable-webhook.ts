import { audit } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { failingMail, goneMail } from '../../platform/mail/templates/integrations.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { endSome } from './attempts.queries.ts'
import type { Disabling } from './outcome-rules.ts'
import { disable } from './outcomes.queries.ts'

const why = {
  GONE: 'Not sent: the endpoint answered 410 Gone, and the webhook was disabled.',
  FAILING: 'Not sent: the webhook was disabled, since it took nothing for days.',
} as const

/** Disables a webhook that wants no more or takes none, and tells its owner; inside the caller's transaction. */
export async function disableWebhook(inside: Services, webhookId: string, disabling: Disabling): Promise<void> {
  const { db } = inside
  const webhook = await disable(db, webhookId, disabling)
  await endSome(db, webhookId, { at: disabling.at, error: why[disabling.reason] })
  const reader = await findMailRecipient(db, webhook.userId)
  const mailOf = disabling.reason === 'GONE' ? goneMail : failingMail
  if (reader) await queueMail(inside, mailOf(inside, reader, webhook))
  await audit(inside, {
    action: 'webhook.disabled',
    object: { type: 'webhook', id: webhookId },
    after: { disabledReason: disabling.reason },
  })
}
