import {
  buildWebhookBodySchema,
  type WebhookEventType,
  webhookEventTypes,
  webhookVersion,
} from '@dooryard/contract/integrations/webhook-events'
import { expect } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import type { Portal } from '../../../test/portal.ts'

/** Adds a webhook subscribed to a user's events, all types by default. Nothing is sent to it. */
export async function subscribeToEvents(
  { db, clock }: Portal,
  userId: string,
  events: readonly WebhookEventType[] = webhookEventTypes.values,
): Promise<void> {
  const at = clock.now()
  const webhook = {
    id: newId(),
    userId,
    url: 'https://hooks.example.com/',
    events: [...events],
    secret: 'unread',
    sendsTestEvents: true,
  }
  await db
    .insertInto('webhooks')
    .values({ ...webhook, createdAt: at, updatedAt: at })
    .execute()
}

/** The events emitted for a user, oldest first, each checked against its documented schema. */
export async function listWebhookEvents({ db }: Portal, userId: string) {
  const rows = await db
    .selectFrom('webhookEvents')
    .innerJoin('webhookAttempts', 'webhookAttempts.eventId', 'webhookEvents.id')
    .select(['type', 'body', 'webhookEvents.id', 'attempt', 'status'])
    .where('userId', '=', userId)
    .orderBy('webhookEvents.id')
    .execute()
  return rows.map(({ id, type, body, attempt, status }) => {
    expect({ attempt, status }).toEqual({ attempt: 1, status: 'PENDING' })
    const payload = JSON.parse(body)
    expect(buildWebhookBodySchema(webhookEventTypes.schema.parse(type)).parse(payload)).toEqual(payload)
    expect(payload).toMatchObject({ id, type, version: webhookVersion })
    return { type, data: payload.data }
  })
}

/** Their types only. */
export const listEventTypes = async (portal: Portal, userId: string): Promise<string[]> =>
  (await listWebhookEvents(portal, userId)).map(({ type }) => type)
