import { type Context, ownScope, type Scope } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors/app-error.ts'
import type { WebhookViewer } from './manage/present-webhook.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './webhooks.queries.ts'

type WebhookContext = Pick<Context, 'db' | 'actor'>

/** Administrators, including those who impersonate the owner, do not see full URLs. */
export const getViewer = (scope: Scope, { actor }: Pick<WebhookContext, 'actor'>): WebhookViewer =>
  scope === 'ALL' || actor.impersonator ? 'ADMINISTRATOR' : 'OWNER'

type FindWebhook = typeof findWebhook

export async function requireWebhook(
  { db }: Pick<WebhookContext, 'db'>,
  scope: Scope,
  id: string,
  find: FindWebhook = findWebhook,
) {
  const row = await find(db, scope, id)
  if (!row) throw notFound('This webhook')
  return row
}

export const requireLockedWebhook = (ctx: Pick<WebhookContext, 'db'>, scope: Scope, id: string): Promise<WebhookRow> =>
  requireWebhook(ctx, scope, id, lockWebhook)

/** CONFLICT where the webhook is not enabled. */
export async function requireEnabledWebhook(ctx: WebhookContext, id: string): Promise<WebhookRow> {
  const row = await requireLockedWebhook(ctx, ownScope(ctx), id)
  if (row.disabledReason === 'BY_ADMIN')
    throw appError('CONFLICT', 'An administrator disabled this webhook, so nothing is sent to it.')
  if (!row.isActive) throw appError('CONFLICT', 'This webhook is disabled. Enable it first.')
  return row
}

export const toWebhookObject = (id: string) => ({ type: 'webhook', id })

/**
 * The part of a URL that the audit log may contain: path and query are often the only secret that protects an
 * endpoint.
 */
export const getOrigin = (url: string): string => new URL(url).origin
