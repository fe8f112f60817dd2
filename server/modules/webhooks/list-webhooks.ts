import {
  type AdminWebhook,
  type AdminWebhookQuery,
  type WebhookHealth,
  webhookStates,
} from '@dooryard/contract/admin-webhooks'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { hourMs, minuteMs } from '@dooryard/contract/time'
import { type AttemptQuery, disabledReasons, type Webhook, type WebhookAttempt } from '@dooryard/contract/webhooks'
import { type Context, ownScope, type Scope } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { countAttempts, findAttempt, selectAttempts } from './log.queries.ts'
import { presentAttempt, presentWebhook, type Reader } from './present-webhook.ts'
import { readerIn, requireWebhook } from './webhook-access.ts'
import { countByState, endedSince, queueFigures } from './webhook-stats.queries.ts'
import {
  countWebhooks,
  hoursOf,
  selectAllWebhooks,
  selectWebhooks,
  type WebhookRow,
  waitingOf,
} from './webhooks.queries.ts'

type Inside = Pick<Context, 'db' | 'clock' | 'actor'>

/** What is due for longer is overdue. */
const overdueMs = minuteMs

/** The hour from which on attempts are counted: the last of those before the last 24. */
const startOfHealth = (now: Date) => new Date(Math.floor(now.getTime() / hourMs - 24) * hourMs)

async function toWebhooks(
  { db, clock }: Pick<Inside, 'db' | 'clock'>,
  rows: readonly WebhookRow[],
  reader: Reader,
): Promise<Webhook[]> {
  if (rows.length === 0) return []
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const hours = Map.groupBy(await hoursOf(db, ids, startOfHealth(now)), ({ webhookId }) => webhookId)
  const waiting = await waitingOf(db, ids)
  return rows.map((row) =>
    presentWebhook(row, { now, hours: hours.get(row.id) ?? [], waiting: waiting.get(row.id) ?? 0, reader }),
  )
}

async function toAdminWebhooks(inside: Inside, rows: readonly WebhookRow[]): Promise<AdminWebhook[]> {
  const userIds = rows.map(({ userId }) => userId)
  const owners = await ownersOf(inside.db, userIds)
  const webhooks = new Map((await toWebhooks(inside, rows, 'ADMINISTRATOR')).map((webhook) => [webhook.id, webhook]))
  return rows.flatMap(({ id, userId, state, disabledBefore: before }) => {
    const [webhook, user] = [webhooks.get(id), owners.get(userId)]
    const disabledBefore = before === null ? {} : { disabledBefore: disabledReasons.schema.parse(before) }
    return webhook && user ? [{ ...webhook, user, state, ...disabledBefore }] : []
  })
}

/** A page of the actor's webhooks, the newest first. */
export async function listWebhooks(ctx: Context, query: PageQuery): Promise<PageOf<Webhook>> {
  const { db, actor } = ctx
  const rows = await selectWebhooks(db, actor.userId, sliceOf(query))
  const webhooks = await toWebhooks(ctx, rows, readerIn(ownScope(ctx), ctx))
  return toPage(webhooks, await countWebhooks(db, actor.userId), query)
}

/** A page of the webhooks of all users, those in trouble first. */
export async function listAllWebhooks(ctx: Context, query: AdminWebhookQuery): Promise<PageOf<AdminWebhook>> {
  const { rows, count } = await selectAllWebhooks(ctx.db, query, sliceOf(query))
  return toPage(await toAdminWebhooks(ctx, rows), count, query)
}

/** The actor's webhook; NOT_FOUND for anybody else's. */
export async function getWebhook(inside: Inside, id: string): Promise<Webhook> {
  const scope = ownScope(inside)
  const [webhook] = await toWebhooks(inside, [await requireWebhook(inside, scope, id)], readerIn(scope, inside))
  if (!webhook) throw new Error(`webhook ${id} was not shown`)
  return webhook
}

export async function getAdminWebhook(inside: Inside, id: string): Promise<AdminWebhook> {
  const [webhook] = await toAdminWebhooks(inside, [await requireWebhook(inside, 'ALL', id)])
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
