import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import { attemptStatuses, disabledReasons, type Webhook, type WebhookAttempt } from '@dooryard/contract/webhooks'
import { hostOnly } from './address-rules.ts'
import type { AttemptRow } from './log.queries.ts'
import { endOfOverlap } from './previous-secrets-rules.ts'
import type { WebhookHour, WebhookRow } from './webhooks.queries.ts'

type Known = { now: Date; hours: readonly WebhookHour[]; waiting: number; reader: Reader }

export type Reader = 'OWNER' | 'ADMINISTRATOR'

export function presentWebhook(row: WebhookRow, { now, hours, waiting, reader }: Known): Webhook {
  const { description, disabledReason, disabledAt, disabledNote, failingSince } = row
  return {
    id: row.id,
    url: reader === 'OWNER' ? row.url : hostOnly(row.url),
    ...(description !== null && { description }),
    events: row.events.map((type) => webhookEventTypes.schema.parse(type)),
    isActive: row.isActive,
    ...(disabledReason !== null && { disabledReason: disabledReasons.schema.parse(disabledReason) }),
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(disabledNote !== null && { disabledNote }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...overlapOf(row, now),
    health: {
      ...{ succeeded: total(hours, 'succeeded'), failed: total(hours, 'failed') },
      hours: hours.map(({ hour, succeeded, failed }) => ({ at: hour.toISOString(), succeeded, failed })),
    },
    waiting,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function overlapOf({ previousSecrets }: { previousSecrets: unknown }, now: Date) {
  const previousSecretEndsAt = endOfOverlap(previousSecrets, now)
  return previousSecretEndsAt === undefined ? {} : { previousSecretEndsAt }
}

const total = (hours: readonly WebhookHour[], of: 'succeeded' | 'failed') =>
  hours.reduce((sum, hour) => sum + hour[of], 0)

const statuses = new Map<string, WebhookAttempt['status']>(attemptStatuses.map((status) => [status, status]))

/** What was answered often repeats the address that it came to, so its text is for the owner alone. */
export function presentAttempt(row: AttemptRow, reader: Reader): WebhookAttempt {
  const { responseCode, durationMs, responseBody, error, nextAttemptAt } = row
  return {
    id: row.id,
    eventId: row.eventId,
    eventType: webhookEventTypes.schema.parse(row.eventType),
    attempt: row.attempt,
    isManual: row.isManual,
    at: row.at.toISOString(),
    // The table takes no other.
    status: statuses.get(row.status) ?? 'PENDING',
    ...(responseCode !== null && { responseCode }),
    ...(durationMs !== null && { durationMs }),
    ...(reader === 'OWNER' && responseBody !== null && { responseBody }),
    ...(error !== null && { error }),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    requestBody: row.body,
  }
}
