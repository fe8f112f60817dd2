import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { hourMs, minuteMs } from '@dooryard/contract/api/time'
import { type AdminWebhook, type WebhookHealth, webhookStates } from '@dooryard/contract/integrations/admin-webhooks'
import { type AttemptQuery, disabledReasons, type WebhookAttempt } from '@dooryard/contract/integrations/webhooks'
import type { Context, Scope } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { withOwners } from '../../../platform/lists/owners.queries.ts'
import { getViewer, requireWebhook } from '../webhook-access.ts'
import { countEndedSince, countWebhooksByState, getWebhookQueueStats } from '../webhook-stats.queries.ts'
import {
  countPendingByWebhook,
  findWebhookPage,
  listWebhookHours,
  type WebhookFilter,
  type WebhookRow,
} from '../webhooks.queries.ts'
import { countAttempts, findAttempt, listAttemptRows } from './log.queries.ts'
import { presentAttempt, presentWebhook } from './present-webhook.ts'

type WebhookReadContext = Pick<Context, 'db' | 'clock' | 'actor'>

const overdueMs = minuteMs

/** Start of the health window: the start of the hour 24 hours ago. */
const getHealthWindowStart = (now: Date) => new Date(Math.floor(now.getTime() / hourMs - 24) * hourMs)

/** Returns all administrator fields; the contract strips those that owners do not see. */
async function toWebhooks(ctx: WebhookReadContext, scope: Scope, rows: readonly WebhookRow[]): Promise<AdminWebhook[]> {
  if (rows.length === 0) return []
  const { db, clock } = ctx
  const [now, viewer] = [clock.now(), getViewer(scope, ctx)]
  const ids = rows.map(({ id }) => id)
  const hours = Map.groupBy(await listWebhookHours(db, ids, getHealthWindowStart(now)), ({ webhookId }) => webhookId)
  const pending = await countPendingByWebhook(db, ids)
  return (await withOwners(db, rows)).map(({ owner: user, ...row }) => ({
    ...presentWebhook(row, { now, hours: hours.get(row.id) ?? [], pending: pending.get(row.id) ?? 0, viewer }),
    ...{ user, state: row.state },
    ...(row.disabledBefore !== null && { disabledBefore: disabledReasons.schema.parse(row.disabledBefore) }),
  }))
}

export async function listWebhooks(
  ctx: Context,
  scope: Scope,
  query: WebhookFilter & PageQuery,
): Promise<PageResult<AdminWebhook>> {
  const { rows, count } = await findWebhookPage(ctx.db, scope, query, toSlice(query))
  return toPage(await toWebhooks(ctx, scope, rows), count, query)
}

export async function getWebhook(ctx: WebhookReadContext, scope: Scope, id: string): Promise<AdminWebhook> {
  const [webhook] = await toWebhooks(ctx, scope, [await requireWebhook(ctx, scope, id)])
  if (!webhook) throw new Error(`webhook ${id} was not shown`)
  return webhook
}

export async function getWebhookHealth({ db, clock }: Context): Promise<WebhookHealth> {
  const now = clock.now()
  const [states, { succeeded, failed }, { waiting: pending, overdue }] = await Promise.all([
    countWebhooksByState(db),
    countEndedSince(db, getHealthWindowStart(now)),
    getWebhookQueueStats(db, new Date(now.getTime() - overdueMs)),
  ])
  const counts = new Map(states.map(({ state, count }) => [state, count]))
  const byState = webhookStates.map((state) => ({ state, count: counts.get(state) ?? 0 }))
  return { byState, succeeded, failed, waiting: pending, overdue }
}

export async function listAttempts(
  ctx: Context,
  scope: Scope,
  webhookId: string,
  query: AttemptQuery,
): Promise<PageResult<WebhookAttempt>> {
  const { db } = ctx
  const { id } = await requireWebhook(ctx, scope, webhookId)
  const [rows, count] = await Promise.all([
    listAttemptRows(db, id, query, toSlice(query)),
    countAttempts(db, id, query),
  ])
  const items = rows.map((row) => presentAttempt(row, getViewer(scope, ctx)))
  return toPage(items, count, query)
}

export async function getAttempt(
  ctx: Context,
  scope: Scope,
  webhookId: string,
  attemptId: string,
): Promise<WebhookAttempt> {
  const { id } = await requireWebhook(ctx, scope, webhookId)
  const row = await findAttempt(ctx.db, id, attemptId)
  if (!row) throw notFound('This attempt')
  return presentAttempt(row, getViewer(scope, ctx))
}
