import { mostRedelivered, type Redelivered, type Redelivery } from '@dooryard/contract/webhooks'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { announce } from '../../platform/live/hub.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { countFailed, findEventOf, queueAgain, queueFailed } from './redeliver.queries.ts'
import { webhooksTopic } from './tell-webhooks.ts'
import { requireEnabled } from './webhook-access.ts'

/**
 * Has one event sent again to the actor's webhook, or all that it has not taken since an instant, as many as can be asked
 * for at once; says how many, and how many are left to ask for. What waits anyway is sent once, and now. CONFLICT where the
 * webhook is disabled.
 */
export const redeliver = (ctx: Context, id: string, { attemptId, since }: Redelivery): Promise<Redelivered> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    await requireEnabled(inside, id)
    const again = { webhookId: id, at: clock.now() }
    const redelivered =
      since === undefined
        ? await redeliverOne(inside, again, attemptId)
        : await redeliverFailed(inside, { ...again, since: new Date(since) })
    await announce(db, webhooksTopic)
    return redelivered
  })

type Again = { webhookId: string; at: Date }
type Inside = Pick<Context, 'db'>

async function redeliverOne({ db }: Inside, again: Again, attemptId = ''): Promise<Redelivered> {
  const event = await findEventOf(db, again.webhookId, attemptId)
  if (!event) throw notFound('This attempt')
  await queueAgain(db, { ...again, eventId: event.eventId })
  return { queued: 1, left: 0 }
}

async function redeliverFailed({ db }: Inside, failed: Again & { since: Date }): Promise<Redelivered> {
  const queued = await queueFailed(db, { ...failed, limit: mostRedelivered })
  return { queued, left: queued < mostRedelivered ? 0 : await countFailed(db, failed) }
}
