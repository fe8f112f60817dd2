import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endSome } from './attempts.queries.ts'
import { lockOwn, objectOf, siteOf } from './own-webhook.ts'
import { updateWebhook } from './webhooks.queries.ts'

/**
 * Deletes the actor's webhook. Nothing is sent to it from then on; its log goes a little later. CONFLICT where an
 * administrator disabled it, since the same URL could be given to a new one.
 */
export const removeWebhook = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const { url, disabledReason } = await lockOwn(inside, id)
    if (disabledReason === 'BY_ADMIN')
      throw appError(
        'CONFLICT',
        'An administrator disabled this webhook, so it cannot be deleted. Contact support about it.',
      )
    const at = clock.now()
    await updateWebhook(db, id, { deletedAt: at })
    await endSome(db, id, { at, error: 'The webhook was deleted.' })
    await audit(inside, { action: 'webhook.removed', object: objectOf(id), before: { site: siteOf(url) } })
    return undefined
  })
