import { mostCounted } from '@dooryard/contract/admin-campaigns'
import type { SortOrder } from '@dooryard/contract/paging'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
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
 * index that ends in the id; `user_id`; and `search_text`, in lower case, with an index of its triples and one of its
 * shorter parts.
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
export type Slice = { limit: number; offset: number }

/** The ids on a page, in order. Of a search no more than `mostCounted` rows are counted and listed. */
export type FoundPage = { ids: string[]; totalCount: number; hasMore: boolean }

/** More owners than these are not listed one by one: a search that finds so many finds rows everywhere. */
const mostOwners = 5_000

/** A share of the rows. What half of them have is sooner come upon than its index is read. */
const commonShare = 0.3

/**
 * Up to so many are sorted after they are found, in one look at each. Along an index of the sort, 20,000 in a million
 * orders were met only after 250,000 others; from three in a hundred on, the walk is the shorter way to a page.
 */
const mostSorted = 30_000

/** How many rows of a search are counted and listed, and up to how many are sorted after they are found. */
export type Bounds = { mostCounted: number; mostSorted: number }

const defaultBounds: Bounds = { mostCounted, mostSorted }

/** Finds the page first and only then looks at its rows, so that what lies before it costs next to nothing. */
export async function pageOfIds(db: Db, list: LongList, slice: Slice, bounds = defaultBounds): Promise<FoundPage> {
  const { mostCounted } = bounds
  if (!list.search) return pageOfAll(db, list, slice, bounds)
  const { offset } = slice
  const limit = Math.max(0, Math.min(slice.limit, mostCounted - offset))
  const { ids, count, isWhole } = await pageOfFew(db, list, list.search, { limit, offset }, bounds)
  const counted = { totalCount: Math.min(count, mostCounted), hasMore: count > mostCounted }
  return { ...counted, ids: isWhole || limit === 0 ? ids : await walk(db, list, { limit, offset }) }
}

/** A row of `listed` that has a text in its own, or whose owner has it in theirs. */
export const searched = async (db: Db, search: string): Promise<Condition> =>
  sql`(${hasText(search)} or ${(await ownersWith(db, search)).owned})`

/** A row of `listed` whose owner, its `user_id`, has a text in their name, email or company. */
async function ownersWith(db: Db, search: string): Promise<{ owned: Condition; areMany: boolean }> {
  const { rows } = await sql<{ id: string }>`
    select id from users where ${hasText(search, 'users')} limit ${mostOwners + 1}`.execute(db)
  if (rows.length === 0) return { owned: sql`false`, areMany: false }
  if (rows.length <= mostOwners)
    return { owned: sql`listed.user_id = any(${rows.map(({ id }) => id)}::uuid[])`, areMany: false }
  const owned: Condition = sql`exists (select from users where users.id = listed.user_id and ${hasText(search, 'users')})`
  return { owned, areMany: true }
}

const isShort = (search: string) => [...search].length < 3

/**
 * In lower case on both sides by the database. Less than three characters have no triple: the index of them would be read
 * from end to end, unless the search is written as one that it cannot serve.
 */
const hasText = (search: string, table: 'listed' | 'users' = 'listed'): Condition =>
  isShort(search)
    ? sql`strpos(${sql.ref(`${table}.search_text`)}, lower(${search}::text)) > 0`
    : sql`${sql.ref(`${table}.search_text`)} like lower(${containsText(search)}::text)`

/** A row of `listed` that has a text in its own, written as what an index of the long tables serves. */
const byIndex = (search: string): Condition =>
  isShort(search) ? sql`short_parts(listed.search_text) @> array[lower(${search}::text)]` : hasText(search)

/** Whether so many rows have a text, of some taken at random, that looking at one after the other soon finds enough. */
async function areCommon(db: Db, table: LongList['table'], search: string): Promise<boolean> {
  const { rows } = await sql<{ share: number | null }>`
    select avg((${hasText(search)})::int)::float as share from ${sql.table(table)} listed tablesample system (1)`.execute(
    db,
  )
  return (rows[0]?.share ?? 0) > commonShare
}

/** From the beginning up to this share of the rows a page is reached while they are counted: from the end, only then. */
const nearShare = 0.55

/** About how many rows a table has, as the database last saw; -1 where it has not looked yet. */
async function rowsAbout(db: Db, table: LongList['table']): Promise<number> {
  const { rows } = await sql<{ about: number }>`
    select reltuples::float as about from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]?.about ?? -1
}

/** All rows counted, however many, and the page reached from the nearer end. */
async function pageOfAll(
  db: Db,
  list: LongList,
  { limit, offset }: Slice,
  { mostCounted }: Bounds,
): Promise<FoundPage> {
  if (offset < mostCounted || offset < nearShare * (await rowsAbout(db, list.table))) {
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

/**
 * What a search finds, sorted after it is found, and whether that is all of it. What a row has itself and what its owner has
 * are found one after the other, each by its own index.
 */
async function pageOfFew(
  db: Db,
  { table, filters, sort, order }: LongList,
  search: string,
  slice: Slice,
  { mostCounted, mostSorted }: Bounds,
) {
  const [isCommon, theirs] = await Promise.all([areCommon(db, table, search), ownersWith(db, search)])
  // What is everywhere is near wherever the walk begins, so it is enough to know that it is more than are counted.
  const isEverywhere = filters.length === 0 && (isCommon || theirs.areMany)
  const most = isEverywhere ? mostCounted : mostSorted
  const rowsWith = (...conditions: Condition[]) => sql`
    select id, ${sql.ref(sortColumns[sort].column)} as place
    from ${sql.table(table)} listed ${matching([...filters, ...conditions])}`
  const own = isCommon ? hasText(search) : byIndex(search)
  const found = sql`
    ${rowsWith(own)} union all ${rowsWith(theirs.owned, sql`not ${hasText(search)}`)} limit ${most + 1}`
  const page = await pageOfFound(db, found, inOrder('place', order), slice)
  return { ...page, isWhole: page.count <= most }
}

/** The ids on a page of rows that have an `id` and what they are ordered by, found once for the page and its count. */
export async function pageOfFound(db: Db, found: Expression<unknown>, order: RawBuilder<unknown>, slice: Slice) {
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with found as materialized (${found})
    select (select count(*) from found) as count,
      array(select id from found order by ${order} limit ${slice.limit} offset ${slice.offset}) as ids`.execute(db)
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0 }
}

async function walk(db: Db, list: LongList, { limit, offset }: Slice): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${listed(list)}
    order by ${inOrder(sortColumns[list.sort].column, list.order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The rows of a list one by one, each with a look at its owner where a search asks for it. */
function listed({ table, filters, search }: LongList, ...more: Condition[]) {
  if (!search) return sql`${sql.table(table)} listed ${matching([...filters, ...more])}`
  const found: Condition = sql`(${hasText(search)} or is_theirs)`
  return sql`${sql.table(table)} listed, lateral (
    select ${hasText(search, 'users')} as is_theirs from users where users.id = listed.user_id
  ) owner ${matching([...filters, ...more, found])}`
}

/**
 * The ids of a whole list, a batch at a time, each from where the last ended: rows that come or go meanwhile neither move
 * nor repeat the others.
 */
export async function* idsInBatches(db: Db, list: LongList, limit: number): AsyncGenerator<string[]> {
  for (let last: Place | undefined; ; ) {
    const places: Place[] = await placesAfter(db, list, last, limit)
    if (places.length > 0) yield places.map(({ id }) => id)
    last = places.at(-1)
    if (places.length < limit) return
  }
}

/** The value as text, which has the microseconds that a Date has not. */
type Place = { id: string; value: string }

async function placesAfter(db: Db, list: LongList, last: Place | undefined, limit: number) {
  const { sort, order } = list
  const { column, type } = sortColumns[sort]
  const behind = sql.raw(order === 'asc' ? '>' : '<')
  const next: Condition[] = last
    ? [sql`(${sql.ref(column)}, id) ${behind} (${last.value}::${sql.raw(type)}, ${last.id}::uuid)`]
    : []
  const { rows } = await sql<Place>`
    select id, ${sql.ref(column)}::text as value from ${listed(list, ...next)}
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
