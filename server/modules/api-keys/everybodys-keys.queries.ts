import type { apiKeyStates } from '@dooryard/contract/admin-api-keys'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, hasOwner, inPlace } from '../../platform/long-lists.queries.ts'
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
export async function pageOfEverybodysKeys(db: Db, filter: KeyFilter, { limit, offset }: Slice) {
  const found = matching(db, filter, filter.search ? await searched(db, filter.search) : undefined)
  const page = found
    .select('id')
    .orderBy('lastUsedAt', (order) => order.desc().nullsLast())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
  const all = found.select(({ fn }) => fn.countAll<number>().as('count'))
  const [places, { count }] = await Promise.all([page.execute(), all.executeTakeFirstOrThrow()])
  return { rows: await rowsInPlace(db, places), count }
}

async function rowsInPlace(db: Db, places: readonly { id: string }[]): Promise<AnyKeyRow[]> {
  const ids = places.map(({ id }) => id)
  if (ids.length === 0) return []
  return inPlace(await db.selectFrom('apiKeys').select(anyColumns).where('id', 'in', ids).execute(), ids)
}

const matching = (db: Db, { userIds, state, now }: KeyFilter, found: Condition | undefined) =>
  db
    .selectFrom('apiKeys as listed')
    .$if(userIds !== undefined, (query) =>
      query.where(({ eb, fn, val }) => eb('userId', '=', fn.any(val([...(userIds ?? [])])))),
    )
    .$if(state !== undefined, (query) => query.where(inState(state ?? 'ACTIVE', now)))
    .$if(found !== undefined, (query) => query.where(found ?? sql<boolean>`true`))

/** Those that have a text of their own, or whose owner has it in theirs. */
const searched = async (db: Db, search: string): Promise<Condition> =>
  sql`(${hasText(search)} or ${await hasOwner(db, search)})`

const inState = (state: KeyState, now: Date): RawBuilder<SqlBool> =>
  ({
    REVOKED: sql<SqlBool>`revoked_at is not null`,
    EXPIRED: sql<SqlBool>`revoked_at is null and expires_at <= ${now}`,
    ACTIVE: sql<SqlBool>`revoked_at is null and (expires_at is null or expires_at > ${now})`,
  })[state]

// Whoever comes upon a key has more of it than what is kept to know it by. Name and beginning are looked at as one text,
// with a line between them that no search has: most of the time goes into lower case.
const hasText = (search: string): RawBuilder<SqlBool> =>
  sql`(strpos(lower(listed.name || chr(10) || prefix), lower(${search}::text)) > 0
    or starts_with(${search}::text, prefix))`
