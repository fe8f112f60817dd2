import type { AdminWebhook } from '@dooryard/contract/admin-webhooks'
import { disabledReasons } from '@dooryard/contract/webhooks'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { type AnyRow, findAnyWebhook, lockAnyWebhook } from './everybodys-webhooks.queries.ts'
import { shown } from './own-webhook.ts'

type Inside = Pick<Context, 'db' | 'clock'>

/** The webhooks of these rows as administrators see them, with whose they are. */
export async function shownWithOwners(inside: Inside, rows: readonly AnyRow[]): Promise<AdminWebhook[]> {
  const owners = await ownersOf(
    inside.db,
    rows.map(({ userId }) => userId),
  )
  const webhooks = new Map((await shown(inside, rows, 'ADMINISTRATOR')).map((webhook) => [webhook.id, webhook]))
  return rows.flatMap(({ id, userId, state, disabledBefore: before }) => {
    const [webhook, user] = [webhooks.get(id), owners.get(userId)]
    const disabledBefore = before === null ? {} : { disabledBefore: disabledReasons.schema.parse(before) }
    return webhook && user ? [{ ...webhook, user, state, ...disabledBefore }] : []
  })
}

/** The row of anybody's webhook; NOT_FOUND where there is none. */
export async function anyRow({ db }: Pick<Context, 'db'>, id: string): Promise<AnyRow> {
  const row = await findAnyWebhook(db, id)
  if (!row) throw notFound('This webhook')
  return row
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockAny({ db }: Pick<Context, 'db'>, id: string): Promise<AnyRow> {
  const row = await lockAnyWebhook(db, id)
  if (!row) throw notFound('This webhook')
  return row
}

/** Anybody's webhook; NOT_FOUND where there is none. */
export async function anyWebhook(inside: Inside, id: string): Promise<AdminWebhook> {
  const [webhook] = await shownWithOwners(inside, [await anyRow(inside, id)])
  if (!webhook) throw new Error(`webhook ${id} was not shown`)
  return webhook
}
