import { exampleOf } from '@dooryard/contract/examples'
import { type WebhookEventType, webhookData } from '@dooryard/contract/webhook-events'
import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { type Context, ownScope } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { announce } from '../../platform/live/hub.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { insertEvent, queueFirst } from './events.queries.ts'
import { selectAttempts } from './log.queries.ts'
import { presentAttempt } from './present-webhook.ts'
import { bodyOf, webhooksTopic } from './tell-webhooks.ts'
import { readerIn, requireEnabled } from './webhook-access.ts'

/**
 * Has an event sent to the actor's webhook that says what the description of its kind shows, whether or not the webhook is
 * told of that kind. CONFLICT where it is disabled.
 */
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
