import { mostCounted } from '@dooryard/contract/admin-campaigns'
import type { Slice, SortOrder } from '@dooryard/contract/paging'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from './context.ts'
import { countRows } from './postgres/count-rows.ts'
import type { Db } from './postgres/database.ts'
import { containsText } from './postgres/text.ts'

/** What campaigns and orders are sorted by, with the type that it has there. The last two are columns of orders alone. */
const sortColumns = {
  createdAt: { column: 'created_at', type: 'timestamptz' },
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
  totalPrice: { column: 'total_price', type: 'bigint' },
  orderName: { column: 'order_name', type: 'text' },
  quantity: { column: 'quantity', type: 'integer' },
} as const

/**
 * A list of campaigns or orders, of which there may be a million, as its query asks for it. Both tables have `user_id`,
 * `campaign_type`, the first three columns of the sorts, each with an index that ends in the id, and `search_text`, in
 * lower case, with an index of its triples and one of its shorter parts.
 */
export type LongList = {
  table: 'campaigns' | 'orders'
  scope: Scope
  userId?: readonly string[] | undefined
  campaignType?: string | undefined
  fromDate?: string | undefined
  /** Exclusive. */
  toDate?: string | undefined
  filters?: Condition[]
  /** Any part of the row's own text or, in a list of all users' rows, of the name, email or company of its owner. */
  search?: string | undefined
  sort: keyof typeof sortColumns
  order: SortOrder
}

/** All conditions but an expensive search are among its filters. */
type Narrowed = Pick<LongList, 'table' | 'search' | 'sort' | 'order'> & { filters: Condition[]; isOwn: boolean }

export type Condition = RawBuilder<SqlBool>

/** More owners than these are not listed one by one: a search that finds so many finds rows everywhere. */
const mostOwners = 5_000

/** What more of the rows have is sooner come upon than its index is read. */
const commonShare = 0.3

/**
 * Up to so many are sorted after they are found, in one look at each. Along an index of the sort, 20,000 in a million
 * orders were met only after 250,000 others; from three in a hundred on, the walk is the shorter way to a page.
 */
const mostSorted = 30_000

const defaultBounds = { mostCounted, mostSorted }
type Bounds = typeof defaultBounds

/** Found before their rows are looked at. Of a search no more than `mostCounted` are counted and listed. */
export async function pageOfIds(db: Db, all: LongList, slice: Slice, bounds = defaultBounds) {
  const list = narrowed(all)
  if (!list.search) return pageOfAll(db, list, slice, bounds)
  const { offset } = slice
  const limit = Math.max(0, Math.min(slice.limit, bounds.mostCounted - offset))
  const { ids, count, isWhole } = await pageOfFew(db, list, list.search, { limit, offset }, bounds)
  const counted = { totalCount: Math.min(count, bounds.mostCounted), hasMore: count > bounds.mostCounted }
  return { ...counted, ids: isWhole || limit === 0 ? ids : await walk(db, list, { limit, offset }) }
}

/** One user's own rows are few beside everybody's: what is searched for in them is a filter, and all of it is counted. */
function narrowed(list: LongList): Narrowed {
  const { scope, userId, campaignType, fromDate, toDate, filters = [], search, ...rest } = list
  const isOwn = scope !== 'ALL'
  return {
    ...rest,
    isOwn,
    search: isOwn ? undefined : search,
    filters: [
      ...(isOwn ? [inScope(scope), ...(search ? [hasText(search)] : [])] : []),
      ...(userId ? [sql<SqlBool>`user_id = any(${[...userId]}::uuid[])`] : []),
      ...(campaignType ? [sql<SqlBool>`campaign_type = ${campaignType}`] : []),
      ...(fromDate ? [sql<SqlBool>`created_at >= ${new Date(fromDate)}`] : []),
      ...(toDate ? [sql<SqlBool>`created_at < ${new Date(toDate)}`] : []),
      ...filters,
    ],
  }
}

export const inScope = (scope: Scope): Condition =>
  scope === 'ALL' ? sql<SqlBool>`true` : sql<SqlBool>`user_id = ${scope.userId}`

export const searched = async (db: Db, search: string): Promise<Condition> =>
  sql`(${hasText(search)} or ${(await ownersWith(db, search)).owned})`

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
    select avg((${hasText(search)})::int)::float as share
    from ${sql.table(table)} listed tablesample system (1)`.execute(db)
  return (rows[0]?.share ?? 0) > commonShare
}

/** From the beginning up to this share of the rows a page is reached while they are counted: from the end, only then. */
const nearShare = 0.55

/** -1 where the database has not counted yet. */
async function estimateRows(db: Db, table: LongList['table']): Promise<number> {
  const { rows } = await sql<{ about: number }>`
    select reltuples::float as about from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]?.about ?? -1
}

/** All rows counted, however many, and the page reached from the nearer end. */
async function pageOfAll(db: Db, list: Narrowed, { limit, offset }: Slice, { mostCounted }: Bounds) {
  if (list.isOwn || offset < mostCounted || offset < nearShare * (await estimateRows(db, list.table))) {
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

const countAll = (db: Db, { table, filters }: Narrowed): Promise<number> =>
  countRows(db, sql`(select from ${sql.table(table)} listed ${matching(filters)})`)

/** What a row has itself and what its owner has are found one after the other, each by its own index. */
async function pageOfFew(db: Db, list: Narrowed, search: string, slice: Slice, bounds: Bounds) {
  const { table, filters, sort, order } = list
  const [isCommon, theirs] = await Promise.all([areCommon(db, table, search), ownersWith(db, search)])
  // What is everywhere is near wherever the walk begins, so it is enough to know that it is more than are counted.
  const isEverywhere = filters.length === 0 && (isCommon || theirs.areMany)
  const most = isEverywhere ? bounds.mostCounted : bounds.mostSorted
  const rowsWith = (...conditions: Condition[]) => sql`
    select id, ${sql.ref(sortColumns[sort].column)} as place
    from ${sql.table(table)} listed ${matching([...filters, ...conditions])}`
  const own = isCommon ? hasText(search) : byIndex(search)
  const found = sql`
    ${rowsWith(own)} union all ${rowsWith(theirs.owned, sql`not ${hasText(search)}`)} limit ${most + 1}`
  const page = await pageOfFound(db, found, inOrder('place', order), slice)
  return { ...page, isWhole: page.count <= most }
}

/** Found once for the page and its count. */
export async function pageOfFound(db: Db, found: Expression<unknown>, order: RawBuilder<unknown>, slice: Slice) {
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with found as materialized (${found})
    select (select count(*) from found) as count,
      array(select id from found order by ${order} limit ${slice.limit} offset ${slice.offset}) as ids`.execute(db)
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0 }
}

async function walk(db: Db, list: Narrowed, { limit, offset }: Slice): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${listed(list)}
    order by ${inOrder(sortColumns[list.sort].column, list.order, list.isOwn)} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

function listed({ table, filters, search }: Narrowed, ...more: Condition[]) {
  if (!search) return sql`${sql.table(table)} listed ${matching([...filters, ...more])}`
  const found: Condition = sql`(${hasText(search)} or is_theirs)`
  return sql`${sql.table(table)} listed, lateral (
    select ${hasText(search, 'users')} as is_theirs from users where users.id = listed.user_id
  ) owner ${matching([...filters, ...more, found])}`
}

/** Each batch begins where the last ended: rows that come or go meanwhile neither move nor repeat the others. */
export async function* idsInBatches(db: Db, list: LongList, limit: number): AsyncGenerator<string[]> {
  const all = narrowed(list)
  for (let last: Place | undefined; ; ) {
    const places: Place[] = await placesAfter(db, all, last, limit)
    if (places.length > 0) yield places.map(({ id }) => id)
    last = places.at(-1)
    if (places.length < limit) return
  }
}

/** The value as text, which has the microseconds that a Date has not. */
type Place = { id: string; value: string }

async function placesAfter(db: Db, list: Narrowed, last: Place | undefined, limit: number) {
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

/** In the order of the ids; a row that is gone meanwhile is left out. */
export function inPlace<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const matching = (filters: Condition[]) => (filters.length > 0 ? sql`where ${sql.join(filters, sql` and `)}` : sql``)

/** The id breaks ties, so that pages never overlap: in the direction in which the index of the list has it. */
const inOrder = (column: string, order: SortOrder, isOwn = false) =>
  order === 'asc' || isOwn ? sql`${sql.ref(column)} ${sql.raw(order)}, id` : sql`${sql.ref(column)} desc, id desc`
