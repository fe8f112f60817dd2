import { type Context, ownScope, type Scope } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import type { Reader } from './present-webhook.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './webhooks.queries.ts'

type Asker = Pick<Context, 'db' | 'actor'>

/** As whom the actor reads: an administrator, who may act as the owner too, is shown no whole address. */
export const readerIn = (scope: Scope, { actor }: Pick<Asker, 'actor'>): Reader =>
  scope === 'ALL' || actor.impersonator ? 'ADMINISTRATOR' : 'OWNER'

type Find = typeof findWebhook

export async function requireWebhook({ db }: Pick<Asker, 'db'>, scope: Scope, id: string, find: Find = findWebhook) {
  const row = await find(db, scope, id)
  if (!row) throw notFound('This webhook')
  return row
}

export const requireLocked = (asker: Pick<Asker, 'db'>, scope: Scope, id: string): Promise<WebhookRow> =>
  requireWebhook(asker, scope, id, lockWebhook)

/** CONFLICT where the webhook is not enabled. */
export async function requireEnabled(asker: Asker, id: string): Promise<WebhookRow> {
  const row = await requireLocked(asker, ownScope(asker), id)
  if (row.disabledReason === 'BY_ADMIN')
    throw appError('CONFLICT', 'An administrator disabled this webhook, so nothing is sent to it.')
  if (!row.isActive) throw appError('CONFLICT', 'This webhook is disabled. Enable it to have something sent.')
  return row
}

export const objectOf = (id: string) => ({ type: 'webhook', id })

/** What the audit log may know of an address: its path and query are often what keeps strangers from calling it. */
export const siteOf = (url: string): string => new URL(url).origin
