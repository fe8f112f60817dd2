import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { webhookFailingMail, webhookGoneMail } from '../../../platform/mail/templates/integrations.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { toWebhookObject } from '../webhook-access.ts'
import { endFirstPending } from './attempts.queries.ts'
import {
  type DeliveryOutcome,
  type DisableDecision,
  getNextAttemptAt,
  updateHealthState,
  type WebhookHealthState,
} from './outcome-rules.ts'
import {
  disableWebhookRow,
  endAttempts,
  type LockedWebhook,
  lockLeasedAttempts,
  lockWebhookHealth,
  setFastRecording,
  setWebhookHealth,
} from './outcomes.queries.ts'

type HealthChange = { before: LockedWebhook; after: WebhookHealthState & { disabling: DisableDecision | null } }

/** Records delivery results, then schedules retries or disables the webhook. Skips attempts whose lease was lost. */
export const recordOutcomes = (services: Services, outcomes: readonly DeliveryOutcome[]): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { db } = tx
    await setFastRecording(db)
    const webhooks = await lockWebhookHealth(db, [...new Set(outcomes.map(({ webhookId }) => webhookId))])
    const leased = new Set(await lockLeasedAttempts(db, outcomes))
    const leasedOutcomes = outcomes.filter(({ id }) => leased.has(id))
    if (leasedOutcomes.length === 0) return
    const changes = new Map(webhooks.map((before) => [before.id, getHealthChange(before, leasedOutcomes)]))
    await endAttempts(
      db,
      leasedOutcomes.map((outcome) => ({ ...outcome, next: scheduleNext(outcome, changes.get(outcome.webhookId)) })),
    )
    for (const { before, after } of changes.values())
      if (hasHealthChanged(before, after)) await setWebhookHealth(db, before.id, after)
    // Last, because each writes an audit log entry.
    for (const { before, after } of changes.values())
      if (after.disabling) await disableFailedWebhook(tx, before.id, after.disabling)
  })

/** Only results since the webhook last changed count. */
function getHealthChange(before: LockedWebhook, outcomes: readonly DeliveryOutcome[]): HealthChange {
  const { id, version, isEnabled } = before
  const outcomesOfWebhook = outcomes.filter(
    (outcome) => isEnabled && outcome.webhookId === id && outcome.version === version,
  )
  return { before, after: updateHealthState(before, outcomesOfWebhook) }
}

const hasHealthChanged = (before: WebhookHealthState, after: WebhookHealthState) =>
  before.failingSince?.getTime() !== after.failingSince?.getTime() ||
  before.lastTimeoutAt?.getTime() !== after.lastTimeoutAt?.getTime()

function scheduleNext(outcome: DeliveryOutcome, change: HealthChange | undefined) {
  const at = change?.before.isEnabled && !change.after.disabling ? getNextAttemptAt(outcome) : null
  return at && { id: newId(), at }
}

const messageByReason = {
  GONE: 'Not sent: the endpoint answered 410 Gone, and the webhook was disabled.',
  FAILING: 'Not sent: the webhook was disabled, since all deliveries failed for days.',
} as const

async function disableFailedWebhook(tx: Services, webhookId: string, disabling: DisableDecision): Promise<void> {
  const { db } = tx
  const webhook = await disableWebhookRow(db, webhookId, disabling)
  await endFirstPending(db, webhookId, { at: disabling.at, error: messageByReason[disabling.reason] })
  const recipient = await findMailRecipient(db, webhook.userId)
  const buildMail = disabling.reason === 'GONE' ? webhookGoneMail : webhookFailingMail
  if (recipient) await queueMail(tx, buildMail(tx, recipient, webhook))
  await audit(tx, {
    action: 'webhook.disabled',
    object: toWebhookObject(webhookId),
    after: { disabledReason: disabling.reason },
  })
}
