import type { Slice } from '@dooryard/contract/api/paging'
import type { apiKeyStates } from '@dooryard/contract/integrations/admin-api-keys'
import type { ApiScope } from '@dooryard/contract/integrations/api-scopes'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../platform/context.ts'
import { selectAccounts } from '../../platform/lists/owners.queries.ts'
import { buildSearchCondition, selectFoundPage, sortByIds } from '../../platform/lists/paged-lists.queries.ts'
import { lockInTransaction } from '../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'

const apiKeyColumns = [
  'id',
  'userId',
  'name',
  'prefix',
  'isTest',
  'scopes',
  'allowedIps',
  'expiresAt',
  'createdAt',
  'regeneratedAt',
  'revokedAt',
  'lastUsedAt',
  'lastMethod',
  'lastPath',
  'lastStatus',
] as const

/** Only administrators see revoked keys. */
function selectVisibleApiKeys(db: Db, scope: Scope) {
  const keys = db.selectFrom('apiKeys as listed')
  return scope === 'ALL' ? keys : keys.where('userId', '=', scope.userId).where('revokedAt', 'is', null)
}

export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof findApiKey>>>

export const findApiKey = (db: Db, scope: Scope, id: string) =>
  selectVisibleApiKeys(db, scope).select(apiKeyColumns).where('id', '=', id).executeTakeFirst()

export const countApiKeys = (db: Db, userId: string): Promise<number> =>
  countRows(db, selectVisibleApiKeys(db, { userId }))

export const findApiKeyByName = (db: Db, userId: string, name: string) =>
  selectVisibleApiKeys(db, { userId })
    .select('id')
    .where(({ eb, fn, val }) => eb(fn('lower', ['name']), '=', fn('lower', [val(name)])))
    .executeTakeFirst()

export const lockApiKeys = (db: Db, userId: string) => lockInTransaction(db, `api-keys:${userId}`)

type ApiKeyTerms = { name: string; scopes: ApiScope[]; allowedIps: string[]; expiresAt: Date | null }
type StoredSecret = { prefix: string; hash: Buffer }

export const insertApiKey = (
  db: Db,
  key: ApiKeyTerms & StoredSecret & { id: string; userId: string; isTest: boolean; createdAt: Date },
) => db.insertInto('apiKeys').values(key).execute()

export const updateApiKey = (
  db: Db,
  id: string,
  change: Partial<ApiKeyTerms> | (StoredSecret & { regeneratedAt: Date }) | { revokedAt: Date },
) => db.updateTable('apiKeys').set(change).where('id', '=', id).execute()

export const revokeUserApiKeys = (db: Db, userId: string, revokedAt: Date) =>
  db
    .updateTable('apiKeys')
    .set({ revokedAt })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name', 'prefix'])
    .execute()

export const findApiKeyByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('apiKeys')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id', 'apiKeys.userId', 'apiKeys.isTest', 'apiKeys.scopes', 'apiKeys.allowedIps'])
    .select(['apiKeys.expiresAt', 'users.role'])
    .where('apiKeys.hash', '=', hash)
    .where('apiKeys.revokedAt', 'is', null)
    .where('users.isActive', '=', true)
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()

export const selectApiKeyNames = (db: Db) => db.selectFrom('apiKeys').select(['id', 'name'])

export type ApiKeyState = (typeof apiKeyStates)[number]

export type ApiKeyFilter = {
  search?: string | undefined
  userId?: readonly string[] | undefined
  state?: ApiKeyState | undefined
}

// id breaks ties, so pages never overlap
const newestFirst = sql`created_at desc, id desc`

/** Selects the matches once and sorts them: an index on the last use would be written with each call of an API key. */
export async function selectApiKeyPage(db: Db, scope: Scope, filter: ApiKeyFilter, now: Date, slice: Slice) {
  const matchesSearch = (await selectMatchingApiKeys(db, scope, filter, now)).select(['id', 'lastUsedAt', 'createdAt'])
  const order = scope === 'ALL' ? sql`last_used_at desc nulls last, ${newestFirst}` : newestFirst
  const { ids, count } = await selectFoundPage(db, matchesSearch, order, slice)
  if (ids.length === 0) return { rows: [], count }
  const rows = await selectVisibleApiKeys(db, scope).select(apiKeyColumns).where('id', 'in', ids).execute()
  return { rows: sortByIds(rows, ids), count }
}

async function selectMatchingApiKeys(db: Db, scope: Scope, { userId, state, search }: ApiKeyFilter, now: Date) {
  // A search for more of a key than its stored prefix, such as the full key, matches too.
  const matchesSearch =
    search && sql<boolean>`(${await buildSearchCondition(db, search)} or starts_with(${search}::text, prefix))`
  return selectVisibleApiKeys(db, scope)
    .$if(userId !== undefined, (query) =>
      query.where(({ eb, fn, val }) => eb('userId', '=', fn.any(val([...(userId ?? [])])))),
    )
    .$if(state !== undefined, (query) => query.where(hasState(state ?? 'ACTIVE', now)))
    .$if(Boolean(matchesSearch), (query) => query.where(matchesSearch || sql<boolean>`true`))
}

const hasState = (state: ApiKeyState, now: Date): RawBuilder<SqlBool> =>
  ({
    REVOKED: sql<SqlBool>`revoked_at is not null`,
    EXPIRED: sql<SqlBool>`revoked_at is null and expires_at <= ${now}`,
    ACTIVE: sql<SqlBool>`revoked_at is null and (expires_at is null or expires_at > ${now})`,
  })[state]
