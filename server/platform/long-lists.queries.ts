import { mostCounted } from '@dooryard/contract/admin-campaigns'
import type { SortOrder } from '@dooryard/contract/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownersFound } from './owners.queries.ts'
import type { Db } from './postgres/database.ts'
import { containsText } from './postgres/text.ts'

/** What everybody's campaigns and orders are sorted by, with the type that it has there. */
const sortColumns = {
  createdAt: { column: 'created_at', type: 'timestamptz' },
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
  totalPrice: { column: 'total_price', type: 'bigint' },
} as const

/**
 * A list of everybody's rows, of which there may be a million. Both tables have the columns of the sorts, each with an
 * index that ends in the id; `user_id`; and `search_text`, in lower case, with an index of its triples.
 */
export type LongList = {
  table: 'campaigns' | 'orders'
  filters: Condition[]
  /** Any part of the row's own text, or of the name, email or company of whose it is. */
  search?: string | undefined
  sort: keyof typeof sortColumns
  order: SortOrder
}

export type Condition = RawBuilder<SqlBool>
type Slice = { limit: number; offset: number }

/** The ids on a page, in order. Of a search no more than `mostCounted` rows are counted and listed. */
export type FoundPage = { ids: string[]; totalCount: number; hasMore: boolean }

/** More owners than these are not listed one by one: a search that finds so many finds rows everywhere. */
const mostOwners = 1_000

/**
 * Up to so many are sorted after they are found, in one look at each. Along an index of the sort, 20,000 in a million
 * orders were met only after 250,000 others; from three in a hundred on, the walk is the shorter way to a page.
 */
const mostSorted = 30_000

/** Finds the page first and only then looks at its rows, so that what lies before it costs next to nothing. */
export async function pageOfIds(db: Db, list: LongList, slice: Slice): Promise<FoundPage> {
  if (!list.search) return pageOfAll(db, list, slice)
  const found = { ...list, filters: [...list.filters, await searched(db, list.search)] }
  const { offset } = slice
  const limit = Math.max(0, Math.min(slice.limit, mostCounted - offset))
  const few = await pageOfFew(db, found, { limit, offset })
  const [totalCount, hasMore] = [Math.min(few.count, mostCounted), few.count > mostCounted]
  if (few.count <= mostSorted || limit === 0) return { ids: few.ids, totalCount, hasMore }
  return { ids: await walk(db, found, { limit, offset }), totalCount, hasMore }
}

/** A row that has a text in its own, or whose owner has it in theirs. */
const searched = async (db: Db, search: string): Promise<Condition> =>
  sql`(${hasText(sql.ref('listed.search_text'), search)} or ${await hasOwner(db, search)})`

/** A row of `listed` whose owner, its `user_id`, has a text in their name, email or company. */
export async function hasOwner(db: Db, search: string): Promise<Condition> {
  const owners = await ownersFound(db, search)
    .limit(mostOwners + 1)
    .execute()
  if (owners.length === 0) return sql`false`
  if (owners.length <= mostOwners) return sql`listed.user_id = any(${owners.map(({ id }) => id)}::uuid[])`
  const theirs = hasText(sql.ref('users.search_text'), search)
  return sql`exists (select from users where users.id = listed.user_id and ${theirs})`
}

/**
 * In lower case on both sides by the database. Less than three characters have no triple: the index of them would be read
 * from end to end, unless the search is written as one that it cannot serve.
 */
const hasText = (column: RawBuilder<unknown>, search: string): Condition =>
  [...search].length < 3
    ? sql`strpos(${column}, lower(${search}::text)) > 0`
    : sql`${column} like lower(${containsText(search)}::text)`

/** All rows counted, however many, and the page reached from the nearer end. */
async function pageOfAll(db: Db, list: LongList, { limit, offset }: Slice): Promise<FoundPage> {
  if (offset < mostCounted) {
    const [ids, totalCount] = await Promise.all([walk(db, list, { limit, offset }), countAll(db, list)])
    return { ids, totalCount, hasMore: false }
  }
  const totalCount = await countAll(db, list)
  const onPage = Math.max(0, Math.min(limit, totalCount - offset))
  const after = totalCount - offset - onPage
  if (onPage === 0) return { ids: [], totalCount, hasMore: false }
  if (offset <= after) return { ids: await walk(db, list, { limit, offset }), totalCount, hasMore: false }
  const turned = { ...list, order: list.order === 'asc' ? ('desc' as const) : ('asc' as const) }
  const ids = await walk(db, turned, { limit: onPage, offset: after })
  return { ids: ids.reverse(), totalCount, hasMore: false }
}

async function countAll(db: Db, { table, filters }: LongList): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} listed ${matching(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What a search finds, sorted after it is found; all of it when that is no more than `mostSorted`. */
async function pageOfFew(db: Db, { table, filters, sort, order }: LongList, { limit, offset }: Slice) {
  const { rows } = await sql<{ count: number; ids: string[] | null }>`
    with found as materialized (
      select id, ${sql.ref(sortColumns[sort].column)} as place from ${sql.table(table)} listed ${matching(filters)}
      limit ${mostSorted + 1}
    )
    select (select count(*) from found) as count,
      array(select id from found order by ${inOrder('place', order)} limit ${limit} offset ${offset}) as ids`.execute(
    db,
  )
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0 }
}

async function walk(db: Db, { table, filters, sort, order }: LongList, { limit, offset }: Slice): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} listed ${matching(filters)}
    order by ${inOrder(sortColumns[sort].column, order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The ids of a whole list, a batch at a time, each from where the last ended: rows that come or go meanwhile neither move
 * nor repeat the others.
 */
export async function* idsInBatches(db: Db, list: LongList, limit: number): AsyncGenerator<string[]> {
  const filters = list.search ? [...list.filters, await searched(db, list.search)] : list.filters
  for (let last: Place | undefined; ; ) {
    const places: Place[] = await placesAfter(db, { ...list, filters }, last, limit)
    if (places.length > 0) yield places.map(({ id }) => id)
    last = places.at(-1)
    if (places.length < limit) return
  }
}

/** The value as text, which has the microseconds that a Date has not. */
type Place = { id: string; value: string }

async function placesAfter(db: Db, { table, filters, sort, order }: LongList, last: Place | undefined, limit: number) {
  const { column, type } = sortColumns[sort]
  const behind = sql.raw(order === 'asc' ? '>' : '<')
  const next: Condition[] = last
    ? [sql`(${sql.ref(column)}, id) ${behind} (${last.value}::${sql.raw(type)}, ${last.id}::uuid)`]
    : []
  const { rows } = await sql<Place>`
    select id, ${sql.ref(column)}::text as value from ${sql.table(table)} listed ${matching([...filters, ...next])}
    order by ${inOrder(column, order)} limit ${limit}`.execute(db)
  return rows
}

/** Rows in the order of their ids; one that is gone meanwhile is left out. */
export function inPlace<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const matching = (filters: Condition[]) => (filters.length > 0 ? sql`where ${sql.join(filters, sql` and `)}` : sql``)

/** The id breaks ties, so that pages never overlap. */
const inOrder = (column: string, order: SortOrder) =>
  order === 'asc' ? sql`${sql.ref(column)}, id` : sql`${sql.ref(column)} desc, id desc`
