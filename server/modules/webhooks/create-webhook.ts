import { type IssuedWebhook, mostWebhooks, type NewWebhook } from '@dooryard/contract/webhooks'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { objectOf, showWebhook, siteOf } from './own-webhook.ts'
import type { WebhookOptions } from './webhook-options.ts'
import { newSecret, sealSecret } from './webhook-secrets.ts'
import { refuseBarredUrl, refuseTarget, targetOf } from './webhook-target.ts'
import { countWebhooks, insertWebhook, lockWebhooks } from './webhooks.queries.ts'

/**
 * Makes a webhook, with its secret. UNPROCESSABLE where its URL would not be called, or there are as many as there can
 * be; CONFLICT where an administrator disabled that URL.
 */
export async function createWebhook(
  ctx: Context,
  { outbound, holdAccount }: WebhookOptions,
  draft: NewWebhook,
): Promise<IssuedWebhook> {
  const url = targetOf(draft.url)
  await refuseTarget(outbound, url)
  return inTransaction(ctx, async (inside) => {
    const { db, actor, clock, secrets } = inside
    await holdAccount(inside)
    await lockWebhooks(db, actor.userId)
    if ((await countWebhooks(db, actor.userId)) >= mostWebhooks) throw tooMany()
    await refuseBarredUrl(inside, url)
    const [id, secret, at] = [newId(), newSecret(), clock.now()]
    const { events, description = '' } = draft
    const row = { id, userId: actor.userId, url, events, description: description || null }
    await insertWebhook(db, { ...row, secret: sealSecret(secrets, secret), createdAt: at, updatedAt: at })
    await audit(inside, { action: 'webhook.created', object: objectOf(id), after: { site: siteOf(url), events } })
    return { ...(await showWebhook(inside, id)), secret }
  })
}

const tooMany = () =>
  appError('UNPROCESSABLE', `You have ${mostWebhooks} webhooks, which is the most there can be. Delete one first.`)
