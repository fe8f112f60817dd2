import type { AdminApiKey } from '@dooryard/contract/admin-api-keys'
import { usageDays } from '@dooryard/contract/api-keys'
import { apiScopes } from '@dooryard/contract/api-scopes'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context, Scope } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { withOwners } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type ApiKeyRow, findKey, type KeyFilter, type KeyState, selectPageOfKeys } from './api-keys.queries.ts'
import { selectDays } from './key-use.queries.ts'
import { dayBefore } from './key-use.ts'

type Asker = Pick<Context, 'db' | 'clock'>

export async function listApiKeys(
  ctx: Asker,
  scope: Scope,
  query: PageQuery & KeyFilter,
): Promise<PageOf<AdminApiKey>> {
  const { rows, count } = await selectPageOfKeys(ctx.db, scope, query, ctx.clock.now(), sliceOf(query))
  return toPage(await presentApiKeys(ctx, rows), count, query)
}

/** NOT_FOUND for a key that is none of the scope's. */
export async function getApiKey(ctx: Asker, scope: Scope, id: string): Promise<AdminApiKey> {
  const [key] = await presentApiKeys(ctx, [await requireKey(ctx.db, scope, id)])
  if (!key) throw new Error(`the key ${id} was not shown`)
  return key
}

export async function requireKey(db: Db, scope: Scope, id: string): Promise<ApiKeyRow> {
  const row = await findKey(db, scope, id)
  if (!row) throw notFound('This API key')
  return row
}

export function stateOf({ revokedAt, expiresAt }: Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>, now: Date): KeyState {
  if (revokedAt) return 'REVOKED'
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

/** As an administrator may see them: the contract shows owners less. */
async function presentApiKeys({ db, clock }: Asker, rows: ApiKeyRow[]): Promise<AdminApiKey[]> {
  const ids = rows.map(({ id }) => id)
  const now = clock.now()
  const [days, owned] = await Promise.all([selectDays(db, ids, dayBefore(now, usageDays - 1)), withOwners(db, rows)])
  const byKey = Map.groupBy(days, ({ keyId }) => keyId)
  return owned.map((row) => {
    const { id, name, prefix, owner: user, expiresAt, createdAt, regeneratedAt, revokedAt } = row
    const { lastUsedAt: at, lastMethod: method, lastPath: path, lastStatus: status } = row
    return {
      ...{ id, name, prefix },
      scopes: row.scopes.map((scope) => apiScopes.schema.parse(scope)),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      ...(at && { lastUsedAt: at.toISOString() }),
      ...(at && method && path && status && { lastCall: { at: at.toISOString(), method, path, status } }),
      usage: (byKey.get(id) ?? []).map(({ day, calls, refused }) => ({ day, calls, refused })),
      createdAt: createdAt.toISOString(),
      ...(regeneratedAt && { regeneratedAt: regeneratedAt.toISOString() }),
      ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
      user,
      state: stateOf(row, now),
    }
  })
}
