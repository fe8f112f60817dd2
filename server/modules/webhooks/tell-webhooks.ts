import { type WebhookData, type WebhookEventType, webhookData, webhookVersion } from '@dooryard/contract/webhook-events'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { announce } from '../../platform/live/hub.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { insertEvent, listenersOf, queueFirst } from './events.queries.ts'

export const webhooksTopic = 'webhooks'

type Services = { db: Db; clock: Clock; log?: Log }

/** Inside the caller's transaction. `dataOf` is asked only where somebody is to be told. */
export async function tellWebhooks<Type extends WebhookEventType>(
  { db, clock, log }: Services,
  userId: string,
  type: Type,
  dataOf: () => WebhookData<Type> | Promise<WebhookData<Type>>,
): Promise<void> {
  const listeners = await listenersOf(db, userId, type)
  if (listeners.length === 0) return
  const at = clock.now()
  const id = newId()
  const body = bodyOf({ id, type, at, data: await dataOf() }, log)
  await insertEvent(db, { id, userId, type, body, createdAt: at })
  await queueFirst(
    db,
    listeners.map((webhookId) => ({ id: newId(), webhookId, eventId: id, eventType: type, at })),
  )
  await announce(db, webhooksTopic)
}

type Happened = { id: string; type: WebhookEventType; at: Date; data: unknown; isTest?: true }

/** What is not as the contract says is sent as it is, and logged: no order fails because it was hard to tell of. */
export function bodyOf({ id, type, at, data, isTest }: Happened, log?: Log): string {
  const shown = webhookData[type].safeParse(data)
  if (!shown.success) log?.error({ err: shown.error, eventId: id, type }, 'an event is not as it is documented')
  const head = { id, type, version: webhookVersion, timestamp: at.toISOString(), ...(isTest && { isTest }) }
  return JSON.stringify({ ...head, data: shown.success ? shown.data : data })
}
