import {
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
  webhookVersion,
} from '@dooryard/contract/webhook-events'
import { expect } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Portal } from '../../test/portal.ts'

/** Has a webhook told of what happens to a user from now on: of everything, unless said. Nothing is sent to it. */
export async function listens(
  { db, clock }: Portal,
  userId: string,
  events: readonly WebhookEventType[] = webhookEventTypes.values,
): Promise<void> {
  const at = clock.now()
  const webhook = { id: newId(), userId, url: 'https://hooks.example.com/', events: [...events], secret: 'unread' }
  await db
    .insertInto('webhooks')
    .values({ ...webhook, createdAt: at, updatedAt: at })
    .execute()
}

/** What webhooks were told of a user, the oldest first: as the document describes it, and nothing beside. */
export async function toldOf({ db }: Portal, userId: string) {
  const rows = await db
    .selectFrom('webhookEvents')
    .innerJoin('webhookAttempts', 'webhookAttempts.eventId', 'webhookEvents.id')
    .select(['type', 'body', 'webhookEvents.id', 'attempt', 'status'])
    .where('userId', '=', userId)
    .orderBy('webhookEvents.id')
    .execute()
  return rows.map(({ id, type, body, attempt, status }) => {
    expect({ attempt, status }).toEqual({ attempt: 1, status: 'PENDING' })
    const said = JSON.parse(body)
    expect(webhookBody(webhookEventTypes.schema.parse(type)).parse(said)).toEqual(said)
    expect(said).toMatchObject({ id, type, version: webhookVersion })
    return { type, data: said.data }
  })
}

/** Their kinds alone. */
export const kindsTold = async (portal: Portal, userId: string): Promise<string[]> =>
  (await toldOf(portal, userId)).map(({ type }) => type)
