import { type AdminWebhook, type WebhookHealth, webhookStates } from '@dooryard/contract/admin-webhooks'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { hourMs, minuteMs } from '@dooryard/contract/time'
import { type AttemptQuery, disabledReasons, type WebhookAttempt } from '@dooryard/contract/webhooks'
import type { Context, Scope } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { withOwners } from '../../platform/owners.queries.ts'
import { countAttempts, findAttempt, selectAttempts } from './log.queries.ts'
import { presentAttempt, presentWebhook } from './present-webhook.ts'
import { readerIn, requireWebhook } from './webhook-access.ts'
import { countByState, endedSince, queueFigures } from './webhook-stats.queries.ts'
import { hoursOf, selectWebhooks, type WebhookFilter, type WebhookRow, waitingOf } from './webhooks.queries.ts'

type Inside = Pick<Context, 'db' | 'clock' | 'actor'>

const overdueMs = minuteMs

/** The hour from which on attempts are counted: the last of those before the last 24. */
const startOfHealth = (now: Date) => new Date(Math.floor(now.getTime() / hourMs - 24) * hourMs)

/** As an administrator may see them: the contract shows owners less. */
async function toWebhooks(inside: Inside, scope: Scope, rows: readonly WebhookRow[]): Promise<AdminWebhook[]> {
  if (rows.length === 0) return []
  const { db, clock } = inside
  const [now, reader] = [clock.now(), readerIn(scope, inside)]
  const ids = rows.map(({ id }) => id)
  const hours = Map.groupBy(await hoursOf(db, ids, startOfHealth(now)), ({ webhookId }) => webhookId)
  const waiting = await waitingOf(db, ids)
  return (await withOwners(db, rows)).map(({ owner: user, ...row }) => ({
    ...presentWebhook(row, { now, hours: hours.get(row.id) ?? [], waiting: waiting.get(row.id) ?? 0, reader }),
    ...{ user, state: row.state },
    ...(row.disabledBefore !== null && { disabledBefore: disabledReasons.schema.parse(row.disabledBefore) }),
  }))
}

export async function listWebhooks(
  ctx: Context,
  scope: Scope,
  query: WebhookFilter & PageQuery,
): Promise<PageOf<AdminWebhook>> {
  const { rows, count } = await selectWebhooks(ctx.db, scope, query, sliceOf(query))
  return toPage(await toWebhooks(ctx, scope, rows), count, query)
}

export async function getWebhook(inside: Inside, scope: Scope, id: string): Promise<AdminWebhook> {
  const [webhook] = await toWebhooks(inside, scope, [await requireWebhook(inside, scope, id)])
  if (!webhook) throw new Error(`webhook ${id} was not shown`)
  return webhook
}

export async function getWebhookHealth({ db, clock }: Context): Promise<WebhookHealth> {
  const now = clock.now()
  const [states, { succeeded, failed }, { waiting, overdue }] = await Promise.all([
    countByState(db),
    endedSince(db, startOfHealth(now)),
    queueFigures(db, new Date(now.getTime() - overdueMs)),
  ])
  const counts = new Map(states.map(({ state, count }) => [state, count]))
  const byState = webhookStates.map((state) => ({ state, count: counts.get(state) ?? 0 }))
  return { byState, succeeded, failed, waiting, overdue }
}

export async function listAttempts(
  ctx: Context,
  scope: Scope,
  webhookId: string,
  query: AttemptQuery,
): Promise<PageOf<WebhookAttempt>> {
  const { db } = ctx
  const { id } = await requireWebhook(ctx, scope, webhookId)
  const [rows, count] = await Promise.all([selectAttempts(db, id, query, sliceOf(query)), countAttempts(db, id, query)])
  const items = rows.map((row) => presentAttempt(row, readerIn(scope, ctx)))
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
  return presentAttempt(row, readerIn(scope, ctx))
}
