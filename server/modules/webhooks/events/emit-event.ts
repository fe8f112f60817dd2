import {
  type WebhookData,
  type WebhookEventType,
  webhookData,
  webhookVersion,
} from '@dooryard/contract/integrations/webhook-events'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import type { Log } from '../../../platform/log.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { Clock } from '../../../platform/util/clock.ts'
import { newId } from '../../../platform/util/ids.ts'
import { insertEvent, insertFirstAttempts, listSubscribedWebhooks } from './events.queries.ts'

export const webhooksTopic = 'webhooks'

/**
 * Stands in stored events for the link to a file, which opens without an API key: the log shows no link that works, and
 * each attempt sends a new one.
 */
export const hiddenLink = 'hidden: each attempt sends a new link'

type EmitDeps = { db: Db; clock: Clock; log?: Log }

/**
 * Queues an event for the user's subscribed webhooks in the caller's transaction. Calls `getData` only if there are
 * any. Events of test orders are marked, and go only to webhooks that send them.
 */
export async function emitWebhookEvent<Type extends WebhookEventType>(
  { db, clock, log }: EmitDeps,
  userId: string,
  type: Type,
  getData: () => WebhookData<Type> | Promise<WebhookData<Type>>,
  mark: { isTest?: true } = {},
): Promise<void> {
  const webhookIds = await listSubscribedWebhooks(db, userId, { type, ...mark })
  if (webhookIds.length === 0) return
  const at = clock.now()
  const id = newId()
  const body = buildEventBody({ id, type, at, data: await getData(), ...mark }, log)
  await insertEvent(db, { id, userId, type, body, createdAt: at })
  await insertFirstAttempts(
    db,
    webhookIds.map((webhookId) => ({ id: newId(), webhookId, eventId: id, eventType: type, at })),
  )
  await publishTopic(db, webhooksTopic)
}

type EmittedEvent = { id: string; type: WebhookEventType; at: Date; data: unknown; isTest?: true }

/**
 * Data that does not match the contract is sent unchanged and logged: an order must not fail because its event is
 * invalid.
 */
export function buildEventBody({ id, type, at, data, isTest }: EmittedEvent, log?: Log): string {
  const parsed = webhookData[type].safeParse(data)
  if (!parsed.success) log?.error({ err: parsed.error, eventId: id, type }, 'an event is not as it is documented')
  const head = { id, type, version: webhookVersion, timestamp: at.toISOString(), ...(isTest && { isTest }) }
  return JSON.stringify({ ...head, data: parsed.success ? parsed.data : data })
}
