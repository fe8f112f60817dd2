import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { AttemptQuery, Webhook, WebhookAttempt } from '@dooryard/contract/webhooks'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { countAttempts, findAttempt, selectAttempts } from './log.queries.ts'
import { ownRow, readerOf, shown } from './own-webhook.ts'
import { presentAttempt, type Reader } from './present-webhook.ts'
import { countWebhooks, selectWebhooks, type WebhookRow } from './webhooks.queries.ts'

/** A page of the actor's webhooks, the newest first. */
export async function listWebhooks(ctx: Context, query: PageQuery): Promise<PageOf<Webhook>> {
  const { db, actor } = ctx
  const rows = await selectWebhooks(db, actor.userId, sliceOf(query))
  return toPage(await shown(ctx, rows, readerOf(ctx)), await countWebhooks(db, actor.userId), query)
}

/** A page of what was and will be sent to a webhook of the actor's, the latest first. */
export async function listAttempts(ctx: Context, id: string, query: AttemptQuery): Promise<PageOf<WebhookAttempt>> {
  return attemptsAt(ctx, await ownRow(ctx, id), query, readerOf(ctx))
}

/** One attempt at a webhook of the actor's. */
export async function showAttempt(ctx: Context, id: string, attemptId: string): Promise<WebhookAttempt> {
  return attemptAt(ctx, await ownRow(ctx, id), attemptId, readerOf(ctx))
}

type Inside = Pick<Context, 'db'>
type Told = Pick<WebhookRow, 'id'>

/** A page of what was and will be sent to a webhook, whosever it is: the caller has looked whether the actor may know. */
export async function attemptsAt(
  { db }: Inside,
  { id }: Told,
  query: AttemptQuery,
  reader: Reader,
): Promise<PageOf<WebhookAttempt>> {
  const [rows, count] = await Promise.all([selectAttempts(db, id, query, sliceOf(query)), countAttempts(db, id, query)])
  const items = rows.map((row) => presentAttempt(row, reader))
  return toPage(items, count, query)
}

/** One attempt at a webhook, whosever it is: the caller has looked whether the actor may know. */
export async function attemptAt(
  { db }: Inside,
  { id }: Told,
  attemptId: string,
  reader: Reader,
): Promise<WebhookAttempt> {
  const row = await findAttempt(db, id, attemptId)
  if (!row) throw notFound('This attempt')
  return presentAttempt(row, reader)
}
