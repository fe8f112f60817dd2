import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import {
  attemptStatuses,
  disabledReasons,
  type Webhook,
  type WebhookAttempt,
} from '@dooryard/contract/integrations/webhooks'
import type { WebhookHour, WebhookRow } from '../webhooks.queries.ts'
import type { AttemptRow } from './log.queries.ts'
import { getOverlapEnd } from './previous-secrets-rules.ts'
import { hidePath } from './url-rules.ts'

type WebhookViewData = { now: Date; hours: readonly WebhookHour[]; pending: number; viewer: WebhookViewer }

export type WebhookViewer = 'OWNER' | 'ADMINISTRATOR'

export function presentWebhook(row: WebhookRow, { now, hours, pending, viewer }: WebhookViewData): Webhook {
  const { description, disabledReason, disabledAt, disabledNote, failingSince } = row
  return {
    id: row.id,
    url: viewer === 'OWNER' ? row.url : hidePath(row.url),
    ...(description !== null && { description }),
    events: row.events.map((type) => webhookEventTypes.schema.parse(type)),
    sendsTestEvents: row.sendsTestEvents,
    isActive: row.isActive,
    ...(disabledReason !== null && { disabledReason: disabledReasons.schema.parse(disabledReason) }),
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(disabledNote !== null && { disabledNote }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...getSecretOverlap(row, now),
    health: {
      ...{ succeeded: sumHours(hours, 'succeeded'), failed: sumHours(hours, 'failed') },
      hours: hours.map(({ hour, succeeded, failed }) => ({ at: hour.toISOString(), succeeded, failed })),
    },
    hasDelivered: Boolean(row.hasDelivered),
    waiting: pending,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function getSecretOverlap({ previousSecrets }: { previousSecrets: unknown }, now: Date) {
  const previousSecretEndsAt = getOverlapEnd(previousSecrets, now)
  return previousSecretEndsAt === undefined ? {} : { previousSecretEndsAt }
}

const sumHours = (hours: readonly WebhookHour[], outcome: 'succeeded' | 'failed') =>
  hours.reduce((sum, hour) => sum + hour[outcome], 0)

const statusByValue = new Map<string, WebhookAttempt['status']>(attemptStatuses.map((status) => [status, status]))

/** Response bodies often repeat the URL, so only the owner sees them. */
export function presentAttempt(row: AttemptRow, viewer: WebhookViewer): WebhookAttempt {
  const { responseCode, durationMs, responseBody, error, nextAttemptAt } = row
  return {
    id: row.id,
    eventId: row.eventId,
    eventType: webhookEventTypes.schema.parse(row.eventType),
    attempt: row.attempt,
    isManual: row.isManual,
    at: row.at.toISOString(),
    // The table allows no other value.
    status: statusByValue.get(row.status) ?? 'PENDING',
    ...(responseCode !== null && { responseCode }),
    ...(durationMs !== null && { durationMs }),
    ...(viewer === 'OWNER' && responseBody !== null && { responseBody }),
    ...(error !== null && { error }),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    requestBody: row.body,
  }
}
