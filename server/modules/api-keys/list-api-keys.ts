import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { AdminApiKey } from '@dooryard/contract/integrations/admin-api-keys'
import { usageDays } from '@dooryard/contract/integrations/api-keys'
import { apiScopes } from '@dooryard/contract/integrations/api-scopes'
import type { Context, Scope } from '../../platform/context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { withOwners } from '../../platform/lists/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { selectApiKeyUsage } from './api-key-usage.queries.ts'
import { getDayBefore } from './api-key-usage.ts'
import {
  type ApiKeyFilter,
  type ApiKeyRow,
  type ApiKeyState,
  findApiKey,
  selectApiKeyPage,
} from './api-keys.queries.ts'

type ApiKeyContext = Pick<Context, 'db' | 'clock'>

export async function listApiKeys(
  ctx: ApiKeyContext,
  scope: Scope,
  query: PageQuery & ApiKeyFilter,
): Promise<PageResult<AdminApiKey>> {
  const { rows, count } = await selectApiKeyPage(ctx.db, scope, query, ctx.clock.now(), toSlice(query))
  return toPage(await presentApiKeys(ctx, rows), count, query)
}

/** NOT_FOUND for a key outside the scope. */
export async function getApiKey(ctx: ApiKeyContext, scope: Scope, id: string): Promise<AdminApiKey> {
  const [key] = await presentApiKeys(ctx, [await requireApiKey(ctx.db, scope, id)])
  if (!key) throw new Error(`the key ${id} was not shown`)
  return key
}

export async function requireApiKey(db: Db, scope: Scope, id: string): Promise<ApiKeyRow> {
  const row = await findApiKey(db, scope, id)
  if (!row) throw notFound('This API key')
  return row
}

export function getApiKeyState(
  { revokedAt, expiresAt }: Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyState {
  if (revokedAt) return 'REVOKED'
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

/** Presents all fields an administrator may see; the contract limits what owners get. */
async function presentApiKeys({ db, clock }: ApiKeyContext, rows: ApiKeyRow[]): Promise<AdminApiKey[]> {
  const ids = rows.map(({ id }) => id)
  const now = clock.now()
  const [days, rowsWithOwners] = await Promise.all([
    selectApiKeyUsage(db, ids, getDayBefore(now, usageDays - 1)),
    withOwners(db, rows),
  ])
  const usageByKey = Map.groupBy(days, ({ keyId }) => keyId)
  return rowsWithOwners.map((row) => {
    const { id, name, prefix, owner: user, expiresAt, createdAt, regeneratedAt, revokedAt } = row
    const { lastUsedAt: at, lastMethod: method, lastPath: path, lastStatus: status } = row
    return {
      ...{ id, name, prefix, isTest: row.isTest, allowedIps: row.allowedIps },
      scopes: row.scopes.map((scope) => apiScopes.schema.parse(scope)),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      ...(at && { lastUsedAt: at.toISOString() }),
      ...(at && method && path && status && { lastCall: { at: at.toISOString(), method, path, status } }),
      usage: (usageByKey.get(id) ?? []).map(({ day, calls, refused }) => ({ day, calls, refused })),
      createdAt: createdAt.toISOString(),
      ...(regeneratedAt && { regeneratedAt: regeneratedAt.toISOString() }),
      ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
      user,
      state: getApiKeyState(row, now),
    }
  })
}
