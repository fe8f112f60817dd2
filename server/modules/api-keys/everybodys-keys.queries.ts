import type { apiKeyStates } from '@dooryard/contract/admin-api-keys'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inPlace, pageOfFound, searched } from '../../platform/long-lists.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { columns, type Slice } from './api-keys.queries.ts'

export type KeyState = (typeof apiKeyStates)[number]

export type KeyFilter = {
  /** Any part of the name, the beginning of the key, or any part of the name, email or company of whose it is. */
  search?: string | undefined
  /** Of these users; everybody's unless said. */
  userIds?: readonly string[] | undefined
  state?: KeyState | undefined
  /** The instant by which keys have ended. */
  now: Date
}

const anyColumns = [...columns, 'userId', 'revokedAt'] as const

/** A key of anybody, also one that was revoked. */
export const findAnyKey = (db: Db, id: string) =>
  db.selectFrom('apiKeys').select(anyColumns).where('id', '=', id).executeTakeFirst()

export type AnyKeyRow = NonNullable<Awaited<ReturnType<typeof findAnyKey>>>

/**
 * A page of everybody's keys, revoked ones too, and how many there are: the last used first, then the newest. No index has
 * this order, which would be written to with each call of a program: narrow rows are sorted instead.
 */
export async function pageOfEverybodysKeys(db: Db, filter: KeyFilter, slice: Slice) {
  const found = (await matching(db, filter)).select(['id', 'lastUsedAt', 'createdAt'])
  const order = sql`last_used_at desc nulls last, created_at desc, id desc` // id breaks ties, so pages never overlap
  const { ids, count } = await pageOfFound(db, found, order, slice)
  return { rows: await keysOfIds(db, ids), count }
}

async function keysOfIds(db: Db, ids: string[]): Promise<AnyKeyRow[]> {
  if (ids.length === 0) return []
  return inPlace(await db.selectFrom('apiKeys').select(anyColumns).where('id', 'in', ids).execute(), ids)
}

async function matching(db: Db, { userIds, state, search, now }: KeyFilter) {
  // Whoever comes upon a key has more of it than what is kept to know it by.
  const found = search && sql<boolean>`(${await searched(db, search)} or starts_with(${search}::text, prefix))`
  return db
    .selectFrom('apiKeys as listed')
    .$if(userIds !== undefined, (query) =>
      query.where(({ eb, fn, val }) => eb('userId', '=', fn.any(val([...(userIds ?? [])])))),
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
