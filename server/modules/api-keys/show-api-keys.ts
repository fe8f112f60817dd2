import type { AdminApiKey, adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { type ApiKey, usageDays } from '@dooryard/contract/api-keys'
import { apiScopes } from '@dooryard/contract/api-scopes'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { adminScope, type Context, ownScope, type Scope } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { type ApiKeyRow, findKey, type KeyFilter, type KeyState, selectPageOfKeys } from './api-keys.queries.ts'
import { selectDays } from './key-use.queries.ts'
import { dayBefore } from './key-use.ts'

type Asker = Pick<Context, 'db' | 'clock' | 'actor'>

export async function listApiKeys(ctx: Asker, query: PageQuery): Promise<PageOf<ApiKey>> {
  const { rows, count } = await findKeys(ctx, ownScope(ctx), query)
  const shown = await shownKeys(ctx, rows)
  return toPage(
    shown.map(({ key }) => key),
    count,
    query,
  )
}

const findKeys = ({ db, clock }: Asker, scope: Scope, { page, limit, ...filter }: PageQuery & KeyFilter) =>
  selectPageOfKeys(db, scope, filter, clock.now(), sliceOf({ page, limit }))

/** NOT_FOUND for anybody else's key, and for one that was revoked. */
export async function showApiKey(ctx: Asker, id: string): Promise<ApiKey> {
  const [shown] = await shownKeys(ctx, [await ownKey(ctx, id)])
  if (!shown) throw new Error(`the key ${id} was not shown`)
  return shown.key
}

export async function ownKey({ db, actor }: Pick<Asker, 'db' | 'actor'>, id: string): Promise<ApiKeyRow> {
  const row = await findKey(db, ownScope({ actor }), id)
  if (!row) throw notFound('This API key')
  return row
}

async function shownKeys({ db, clock }: Pick<Asker, 'db' | 'clock'>, rows: ApiKeyRow[]) {
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

export async function listAllApiKeys(
  ctx: Asker,
  query: Input<typeof adminApiKeys.list>['query'],
): Promise<Output<typeof adminApiKeys.list>> {
  const { userId: userIds, ...filter } = query
  const { rows, count } = await findKeys(ctx, adminScope(ctx), { ...filter, userIds })
  return toPage(await presentAdminKeys(ctx, rows), count, query)
}

export async function showAnyApiKey(ctx: Asker, id: string): Promise<AdminApiKey> {
  const row = await findKey(ctx.db, adminScope(ctx), id)
  const [key] = row ? await presentAdminKeys(ctx, [row]) : []
  if (!key) throw notFound('This API key')
  return key
}

export function stateOf({ revokedAt, expiresAt }: Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>, now: Date): KeyState {
  if (revokedAt) return 'REVOKED'
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

async function presentAdminKeys(ctx: Asker, rows: ApiKeyRow[]): Promise<AdminApiKey[]> {
  const userIds = rows.map(({ userId }) => userId)
  const [shown, owners] = await Promise.all([shownKeys(ctx, rows), ownersOf(ctx.db, userIds)])
  const now = ctx.clock.now()
  return shown.flatMap(({ row, key }) => {
    const user = owners.get(row.userId)
    const { revokedAt } = row
    if (!user) return []
    return [{ ...key, user, state: stateOf(row, now), ...(revokedAt && { revokedAt: revokedAt.toISOString() }) }]
  })
}
