import { getExample } from '@dooryard/contract/api/examples'
import { type WebhookEventType, webhookData } from '@dooryard/contract/integrations/webhook-events'
import {
  maxRedelivered,
  type Redelivered,
  type Redelivery,
  type WebhookAttempt,
} from '@dooryard/contract/integrations/webhooks'
import { type Context, ownScope } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { buildEventBody, webhooksTopic } from '../events/emit-event.ts'
import { insertEvent, insertFirstAttempts } from '../events/events.queries.ts'
import { listAttemptRows } from '../manage/log.queries.ts'
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
    const { db, actor, clock } = tx
    await requireEnabledWebhook(tx, webhookId)
    const [id, at] = [newId(), clock.now()]
    const body = buildEventBody({ id, type, at, data: getExample(webhookData[type]), isTest: true })
    await insertEvent(db, { id, userId: actor.userId, type, body, createdAt: at })
    await insertFirstAttempts(db, [{ id: newId(), webhookId, eventId: id, eventType: type, at, isManual: true }])
    await publishTopic(db, webhooksTopic)
    const [attempt] = await listAttemptRows(db, webhookId, { eventId: id }, { limit: 1, offset: 0 })
    if (!attempt) throw new Error(`event ${id} was not queued`)
    return presentAttempt(attempt, getViewer(ownScope(tx), tx))
  })
