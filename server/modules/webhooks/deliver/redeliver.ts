import { getExample } from '@dooryard/contract/api/examples'
import { type WebhookData, type WebhookEventType, webhookData } from '@dooryard/contract/integrations/webhook-events'
import {
  maxRedelivered,
  type Redelivered,
  type Redelivery,
  type WebhookAttempt,
} from '@dooryard/contract/integrations/webhooks'
import { type Context, ownScope, type TransactionContext } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { buildEventBody, webhooksTopic } from '../events/emit-event.ts'
import { insertEvent, insertFirstAttempts } from '../events/events.queries.ts'
import { findAttempt } from '../manage/log.queries.ts'
import { presentAttempt } from '../manage/present-webhook.ts'
import { getViewer, requireEnabledWebhook } from '../webhook-access.ts'
import {
  countFailedEvents,
  findEventByAttempt,
  queueFailedRedeliveries,
  queueRedelivery,
  type RedeliveryQuery,
} from './redeliver.queries.ts'

/** An event already pending is sent once, immediately. CONFLICT when the webhook is disabled. */
export const redeliverEvents = (ctx: Context, id: string, { attemptId, since }: Redelivery): Promise<Redelivered> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    await requireEnabledWebhook(tx, id)
    const query = { webhookId: id, at: clock.now() }
    const redelivered =
      since === undefined
        ? await redeliverAttempt(db, query, attemptId)
        : await redeliverFailed(db, { ...query, since: new Date(since) })
    await publishTopic(db, webhooksTopic)
    return redelivered
  })

async function redeliverAttempt(db: Db, query: RedeliveryQuery, attemptId = ''): Promise<Redelivered> {
  const event = await findEventByAttempt(db, query.webhookId, attemptId)
  if (!event) throw notFound('This attempt')
  await queueRedelivery(db, { ...query, eventId: event.eventId })
  return { queued: 1, left: 0 }
}

async function redeliverFailed(db: Db, failedQuery: RedeliveryQuery & { since: Date }): Promise<Redelivered> {
  const queued = await queueFailedRedeliveries(db, { ...failedQuery, limit: maxRedelivered })
  return { queued, left: queued < maxRedelivered ? 0 : await countFailedEvents(db, failedQuery) }
}

/** Works for event types that the webhook is not subscribed to. CONFLICT when it is disabled. */
export const sendTestEvent = (ctx: Context, webhookId: string, type: WebhookEventType): Promise<WebhookAttempt> =>
  inTransaction(ctx, async (tx) => {
    const id = await sendEvent(tx, webhookId, { type, data: getExample(webhookData[type]), isTest: true })
    const attempt = await findAttempt(tx.db, webhookId, id)
    if (!attempt) throw new Error(`the test event of attempt ${id} was not queued`)
    return presentAttempt(attempt, getViewer(ownScope(tx), tx))
  })

type SentEvent<Type extends WebhookEventType> = { type: Type; data: WebhookData<Type>; isTest?: true }

/**
 * Queues an event for one webhook of the actor on request, also of a type that it is not subscribed to, in the caller's
 * transaction. Returns the id of its attempt. CONFLICT when the webhook is disabled.
 */
export async function sendEvent<Type extends WebhookEventType>(
  tx: TransactionContext,
  webhookId: string,
  { type, ...event }: SentEvent<Type>,
): Promise<string> {
  const { db, actor, clock, log } = tx
  await requireEnabledWebhook(tx, webhookId)
  const [eventId, attemptId, at] = [newId(), newId(), clock.now()]
  const body = buildEventBody({ id: eventId, type, at, ...event }, log)
  await insertEvent(db, { id: eventId, userId: actor.userId, type, body, createdAt: at })
  await insertFirstAttempts(db, [{ id: attemptId, webhookId, eventId, eventType: type, at, isManual: true }])
  await publishTopic(db, webhooksTopic)
  return attemptId
}
