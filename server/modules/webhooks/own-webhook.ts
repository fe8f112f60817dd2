import { hourMs } from '@dooryard/contract/time'
import type { Webhook } from '@dooryard/contract/webhooks'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { presentWebhook, type Reader } from './present-webhook.ts'
import { findWebhook, hoursOf, lockWebhook, type WebhookRow, waitingOf } from './webhooks.queries.ts'

type Asker = Pick<Context, 'db' | 'clock' | 'actor'>

/** The hour from which on attempts are counted: the last of those before the last 24. */
export const beginOfHealth = (now: Date) => new Date(Math.floor(now.getTime() / hourMs - 24) * hourMs)

/** The webhooks of these rows as the API shows them. */
export async function shown(
  { db, clock }: Pick<Asker, 'db' | 'clock'>,
  rows: readonly WebhookRow[],
  reader: Reader,
): Promise<Webhook[]> {
  if (rows.length === 0) return []
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  const hours = Map.groupBy(await hoursOf(db, ids, beginOfHealth(now)), ({ webhookId }) => webhookId)
  const waiting = await waitingOf(db, ids)
  return rows.map((row) =>
    presentWebhook(row, { now, hours: hours.get(row.id) ?? [], waiting: waiting.get(row.id) ?? 0, reader }),
  )
}

/** As whom the actor reads of the webhooks that are theirs, or those of whoever they act as. */
export const readerOf = ({ actor }: Pick<Asker, 'actor'>): Reader => (actor.impersonator ? 'ADMINISTRATOR' : 'OWNER')

/** The row of the actor's webhook; NOT_FOUND for anybody else's. */
export async function ownRow({ db, actor }: Asker, id: string): Promise<WebhookRow> {
  const row = await findWebhook(db, actor.userId, id)
  if (!row) throw notFound('This webhook')
  return row
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockOwn({ db, actor }: Asker, id: string): Promise<WebhookRow> {
  const row = await lockWebhook(db, actor.userId, id)
  if (!row) throw notFound('This webhook')
  return row
}

/** The same, which has to be enabled: CONFLICT where it is not. */
export async function lockActive(asker: Asker, id: string): Promise<WebhookRow> {
  const row = await lockOwn(asker, id)
  if (row.disabledReason === 'BY_ADMIN')
    throw appError('CONFLICT', 'An administrator disabled this webhook, so nothing is sent to it.')
  if (!row.isActive) throw appError('CONFLICT', 'This webhook is disabled. Enable it to have something sent.')
  return row
}

/** The actor's webhook; NOT_FOUND for anybody else's. */
export async function showWebhook(asker: Asker, id: string): Promise<Webhook> {
  const [webhook] = await shown(asker, [await ownRow(asker, id)], readerOf(asker))
  if (!webhook) throw new Error(`webhook ${id} was not shown`)
  return webhook
}

/** What an audit entry about a webhook is about. */
export const objectOf = (id: string) => ({ type: 'webhook', id })

/** What the audit log may know of an address: its path and query are often what keeps strangers from calling it. */
export const siteOf = (url: string): string => new URL(url).origin
