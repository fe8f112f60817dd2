import { type ApiKey, usageDays } from '@dooryard/contract/api-keys'
import { apiScopes } from '@dooryard/contract/api-scopes'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { type ApiKeyRow, countKeys, findKey, selectKeys } from './api-keys.queries.ts'
import { dayBefore } from './days-rules.ts'
import { selectDays } from './key-use.queries.ts'

type Asker = Pick<Context, 'db' | 'clock' | 'actor'>

/** A page of the actor's keys, the newest first. */
export async function listApiKeys(ctx: Asker, query: PageQuery): Promise<PageOf<ApiKey>> {
  const { db, actor } = ctx
  const [rows, count] = await Promise.all([selectKeys(db, actor.userId, sliceOf(query)), countKeys(db, actor.userId)])
  const shown = await shownKeys(ctx, rows)
  return toPage(
    shown.map(({ key }) => key),
    count,
    query,
  )
}

/** A key of the actor's; NOT_FOUND for anybody else's, and for one that was revoked. */
export async function showApiKey(ctx: Asker, id: string): Promise<ApiKey> {
  const [shown] = await shownKeys(ctx, [await ownKey(ctx, id)])
  if (!shown) throw new Error(`the key ${id} was not shown`)
  return shown.key
}

/** The row of a key of the actor's; NOT_FOUND as above. */
export async function ownKey({ db, actor }: Pick<Asker, 'db' | 'actor'>, id: string): Promise<ApiKeyRow> {
  const row = await findKey(db, actor.userId, id)
  if (!row) throw notFound('This API key')
  return row
}

/** Keys beside their rows, with what they were used for lately. */
export async function shownKeys<Row extends ApiKeyRow>({ db, clock }: Pick<Asker, 'db' | 'clock'>, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const days = await selectDays(db, ids, dayBefore(clock.now(), usageDays - 1))
  const byKey = Map.groupBy(days, ({ keyId }) => keyId)
  return rows.map((row) => {
    const usage = (byKey.get(row.id) ?? []).map(({ day, calls, refused }) => ({ day, calls, refused }))
    return { row, key: presentApiKey(row, usage) }
  })
}

function presentApiKey(row: ApiKeyRow, usage: ApiKey['usage']): ApiKey {
  const { id, name, prefix, expiresAt, createdAt, regeneratedAt } = row
  const { lastUsedAt: at, lastMethod: method, lastPath: path, lastStatus: status } = row
  return {
    ...{ id, name, prefix },
    scopes: row.scopes.map((scope) => apiScopes.schema.parse(scope)),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(at && { lastUsedAt: at.toISOString() }),
    ...(at && method && path && status && { lastCall: { at: at.toISOString(), method, path, status } }),
    usage,
    createdAt: createdAt.toISOString(),
    ...(regeneratedAt && { regeneratedAt: regeneratedAt.toISOString() }),
  }
}
