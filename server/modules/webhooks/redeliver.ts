import { exampleOf } from '@dooryard/contract/examples'
import { type WebhookEventType, webhookData } from '@dooryard/contract/webhook-events'
import { mostRedelivered, type Redelivered, type Redelivery, type WebhookAttempt } from '@dooryard/contract/webhooks'
import { type Context, ownScope } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { announce } from '../../platform/live/hub.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { insertEvent, queueFirst } from './events.queries.ts'
import { selectAttempts } from './log.queries.ts'
import { presentAttempt } from './present-webhook.ts'
import { type Again, countFailed, findEventOf, queueAgain, queueFailed } from './redeliver.queries.ts'
import { bodyOf, webhooksTopic } from './tell-webhooks.ts'
import { readerIn, requireEnabled } from './webhook-access.ts'

/** What waits anyway is sent once, and now. CONFLICT where the webhook is disabled. */
export const redeliver = (ctx: Context, id: string, { attemptId, since }: Redelivery): Promise<Redelivered> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    await requireEnabled(inside, id)
    const again = { webhookId: id, at: clock.now() }
    const redelivered =
      since === undefined
        ? await redeliverOne(db, again, attemptId)
        : await redeliverFailed(db, { ...again, since: new Date(since) })
    await announce(db, webhooksTopic)
    return redelivered
  })

async function redeliverOne(db: Db, again: Again, attemptId = ''): Promise<Redelivered> {
  const event = await findEventOf(db, again.webhookId, attemptId)
  if (!event) throw notFound('This attempt')
  await queueAgain(db, { ...again, eventId: event.eventId })
  return { queued: 1, left: 0 }
}

async function redeliverFailed(db: Db, failed: Again & { since: Date }): Promise<Redelivered> {
  const queued = await queueFailed(db, { ...failed, limit: mostRedelivered })
  return { queued, left: queued < mostRedelivered ? 0 : await countFailed(db, failed) }
}

/** Whether or not the webhook is told of that kind. CONFLICT where it is disabled. */
export const sendTest = (ctx: Context, webhookId: string, type: WebhookEventType): Promise<WebhookAttempt> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await requireEnabled(inside, webhookId)
    const [id, at] = [newId(), clock.now()]
    const body = bodyOf({ id, type, at, data: exampleOf(webhookData[type]), isTest: true })
    await insertEvent(db, { id, userId: actor.userId, type, body, createdAt: at })
    await queueFirst(db, [{ id: newId(), webhookId, eventId: id, eventType: type, at, isManual: true }])
    await announce(db, webhooksTopic)
    const [attempt] = await selectAttempts(db, webhookId, { eventId: id }, { limit: 1, offset: 0 })
    if (!attempt) throw new Error(`event ${id} was not queued`)
    return presentAttempt(attempt, readerIn(ownScope(inside), inside))
  })
