import type { ApiScope } from '@dooryard/contract/api-scopes'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** What is shown of a key. */
export const columns = [
  ...(['id', 'name', 'prefix', 'scopes', 'expiresAt', 'createdAt', 'regeneratedAt'] as const),
  ...(['lastUsedAt', 'lastMethod', 'lastPath', 'lastStatus'] as const),
] as const

/** The keys of a user that are not revoked. */
const standing = (db: Db, userId: string) =>
  db.selectFrom('apiKeys').where('userId', '=', userId).where('revokedAt', 'is', null)

export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>

export const findKey = (db: Db, userId: string, id: string) =>
  standing(db, userId).select(columns).where('id', '=', id).executeTakeFirst()

export type Slice = { limit: number; offset: number }

export const selectKeys = (db: Db, userId: string, { limit, offset }: Slice) =>
  standing(db, userId)
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export async function countKeys(db: Db, userId: string): Promise<number> {
  const { count } = await standing(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The key of a user that has a name, in whatever case. */
export const findKeyByName = (db: Db, userId: string, name: string) =>
  standing(db, userId)
    .select('id')
    .where(({ eb, fn, val }) => eb(fn('lower', ['name']), '=', fn('lower', [val(name)])))
    .executeTakeFirst()

/** Until the transaction ends nobody else makes, names or revokes a key of the user. */
export const lockKeys = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${userId}`}, 0))`.execute(db)

type Terms = { name: string; scopes: ApiScope[]; expiresAt: Date | null }
type Text = { prefix: string; hash: Buffer }

export const insertKey = (db: Db, key: Terms & Text & { id: string; userId: string; createdAt: Date }) =>
  db.insertInto('apiKeys').values(key).execute()

export const updateKey = (
  db: Db,
  id: string,
  change: Partial<Terms> | (Text & { regeneratedAt: Date }) | { revokedAt: Date },
) => db.updateTable('apiKeys').set(change).where('id', '=', id).execute()

/** Revokes every key of a user that stands; says which those were. */
export const revokeKeys = (db: Db, userId: string, revokedAt: Date) =>
  db
    .updateTable('apiKeys')
    .set({ revokedAt })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name', 'prefix'])
    .execute()

/** The key of a hash, if it stands and its user may use it now. */
export const findKeyByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id', 'apiKeys.userId', 'apiKeys.scopes', 'apiKeys.expiresAt', 'users.role'])
    .where('apiKeys.hash', '=', hash)
    .where('apiKeys.revokedAt', 'is', null)
    .where('users.isActive', '=', true)
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()
