import {
  type AdminWebhook,
  type AdminWebhookQuery,
  type WebhookHealth,
  webhookStates,
} from '@dooryard/contract/admin-webhooks'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import type { AttemptQuery, WebhookAttempt } from '@dooryard/contract/webhooks'
import type { Context } from '../../platform/context.ts'
import { anyRow, shownWithOwners } from './any-webhook.ts'
import { countByState, endedSince, pageOfEverybodys } from './everybodys-webhooks.queries.ts'
import { attemptAt, attemptsAt } from './list-webhooks.ts'
import { beginOfHealth } from './own-webhook.ts'
import { queueFigures } from './queue-figures.queries.ts'

/** What is due for longer is overdue. */
const overdueMs = 60_000

/** A page of the webhooks of all users, those in trouble first. */
export async function everybodysWebhooks(ctx: Context, query: AdminWebhookQuery): Promise<PageOf<AdminWebhook>> {
  const { rows, count } = await pageOfEverybodys(ctx.db, query, sliceOf(query))
  return toPage(await shownWithOwners(ctx, rows), count, query)
}

/** How all webhooks do together. */
export async function healthOfAll({ db, clock }: Context): Promise<WebhookHealth> {
  const now = clock.now()
  const [states, { succeeded, failed }, { waiting, overdue }] = await Promise.all([
    countByState(db),
    endedSince(db, beginOfHealth(now)),
    queueFigures(db, new Date(now.getTime() - overdueMs)),
  ])
  const counts = new Map(states.map(({ state, count }) => [state, count]))
  const byState = webhookStates.map((state) => ({ state, count: counts.get(state) ?? 0 }))
  return { byState, succeeded, failed, waiting, overdue }
}

/** A page of what was and will be sent to anybody's webhook, the latest first. */
export async function anyAttempts(ctx: Context, id: string, query: AttemptQuery): Promise<PageOf<WebhookAttempt>> {
  return attemptsAt(ctx, await anyRow(ctx, id), query, 'ADMINISTRATOR')
}

/** One attempt at anybody's webhook. */
export async function anyAttempt(ctx: Context, id: string, attemptId: string): Promise<WebhookAttempt> {
  return attemptAt(ctx, await anyRow(ctx, id), attemptId, 'ADMINISTRATOR')
}
