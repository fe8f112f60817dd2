import type { apiKeyStates } from '@dooryard/contract/admin-api-keys'
import type { ApiScope } from '@dooryard/contract/api-scopes'
import type { Slice } from '@dooryard/contract/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../platform/context.ts'
import { inPlace, pageOfFound, searched } from '../../platform/long-lists.queries.ts'
import { selectAccounts } from '../../platform/owners.queries.ts'
import { lockInTransaction } from '../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'

const columns = [
  'id',
  'userId',
  'name',
  'prefix',
  'scopes',
  'expiresAt',
  'createdAt',
  'regeneratedAt',
  'revokedAt',
  'lastUsedAt',
  'lastMethod',
  'lastPath',
  'lastStatus',
] as const

/** Revoked keys are for administrators alone. */
function visible(db: Db, scope: Scope) {
  const keys = db.selectFrom('apiKeys as listed')
  return scope === 'ALL' ? keys : keys.where('userId', '=', scope.userId).where('revokedAt', 'is', null)
}

export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>

export const findKey = (db: Db, scope: Scope, id: string) =>
  visible(db, scope).select(columns).where('id', '=', id).executeTakeFirst()

export const countKeys = (db: Db, userId: string): Promise<number> => countRows(db, visible(db, { userId }))

export const findKeyByName = (db: Db, userId: string, name: string) =>
  visible(db, { userId })
    .select('id')
    .where(({ eb, fn, val }) => eb(fn('lower', ['name']), '=', fn('lower', [val(name)])))
    .executeTakeFirst()

export const lockKeys = (db: Db, userId: string) => lockInTransaction(db, `api-keys:${userId}`)

type Terms = { name: string; scopes: ApiScope[]; expiresAt: Date | null }
type Text = { prefix: string; hash: Buffer }

export const insertKey = (db: Db, key: Terms & Text & { id: string; userId: string; createdAt: Date }) =>
  db.insertInto('apiKeys').values(key).execute()

export const updateKey = (
  db: Db,
  id: string,
  change: Partial<Terms> | (Text & { regeneratedAt: Date }) | { revokedAt: Date },
) => db.updateTable('apiKeys').set(change).where('id', '=', id).execute()

export const revokeKeys = (db: Db, userId: string, revokedAt: Date) =>
  db
    .updateTable('apiKeys')
    .set({ revokedAt })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name', 'prefix'])
    .execute()

export const findKeyByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('apiKeys')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id', 'apiKeys.userId', 'apiKeys.scopes', 'apiKeys.expiresAt', 'users.role'])
    .where('apiKeys.hash', '=', hash)
    .where('apiKeys.revokedAt', 'is', null)
    .where('users.isActive', '=', true)
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()

export const selectKeyNames = (db: Db) => db.selectFrom('apiKeys').select(['id', 'name'])

export type KeyState = (typeof apiKeyStates)[number]

export type KeyFilter = {
  search?: string | undefined
  userId?: readonly string[] | undefined
  state?: KeyState | undefined
}

// id breaks ties, so pages never overlap
const newestFirst = sql`created_at desc, id desc`

/** Found once and sorted: an index in the order of use would be written to with each call of a program. */
export async function selectPageOfKeys(db: Db, scope: Scope, filter: KeyFilter, now: Date, slice: Slice) {
  const found = (await matching(db, scope, filter, now)).select(['id', 'lastUsedAt', 'createdAt'])
  const order = scope === 'ALL' ? sql`last_used_at desc nulls last, ${newestFirst}` : newestFirst
  const { ids, count } = await pageOfFound(db, found, order, slice)
  if (ids.length === 0) return { rows: [], count }
  const rows = await visible(db, scope).select(columns).where('id', 'in', ids).execute()
  return { rows: inPlace(rows, ids), count }
}

async function matching(db: Db, scope: Scope, { userId, state, search }: KeyFilter, now: Date) {
  // Whoever comes upon a key has more of it than what is kept to know it by.
  const found = search && sql<boolean>`(${await searched(db, search)} or starts_with(${search}::text, prefix))`
  return visible(db, scope)
    .$if(userId !== undefined, (query) =>
      query.where(({ eb, fn, val }) => eb('userId', '=', fn.any(val([...(userId ?? [])])))),
    )
    .$if(state !== undefined, (query) => query.where(inState(state ?? 'ACTIVE', now)))
    .$if(Boolean(found), (query) => query.where(found || sql<boolean>`true`))
}

const inState = (state: KeyState, now: Date): RawBuilder<SqlBool> =>
  ({
    REVOKED: sql<SqlBool>`revoked_at is not null`,
    EXPIRED: sql<SqlBool>`revoked_at is null and expires_at <= ${now}`,
    ACTIVE: sql<SqlBool>`revoked_at is null and (expires_at is null or expires_at > ${now})`,
  })[state]
