import type { Slice, SortOrder } from '@dooryard/contract/api/paging'
import { maxCountedRows } from '@dooryard/contract/orders/admin-campaigns'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../context.ts'
import { countRows } from '../postgres/count-rows.ts'
import type { Db } from '../postgres/database.ts'
import { containsText } from '../postgres/text.ts'

/** Sort columns of campaigns and orders, with their types. The last two are columns of orders alone. */
const sortColumns = {
  createdAt: { column: 'created_at', type: 'timestamptz' },
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
  totalPrice: { column: 'total_price', type: 'bigint' },
  orderName: { column: 'order_name', type: 'text' },
  quantity: { column: 'quantity', type: 'integer' },
} as const

/**
 * A query for a list of campaigns or orders, which may have a million rows. Both tables have `user_id`,
 * `campaign_type`, the first three sort columns, each with an index that ends in the id, and `search_text`, in lower
 * case, with a trigram index and one of its shorter parts.
 */
export type PagedListQuery = {
  table: 'campaigns' | 'orders'
  scope: Scope
  userId?: readonly string[] | undefined
  campaignType?: string | undefined
  fromDate?: string | undefined
  /** Exclusive. */
  toDate?: string | undefined
  filters?: SqlCondition[]
  /** Any part of the row's own text or, in a list of all users' rows, of the name, email or company of its owner. */
  search?: string | undefined
  sort: keyof typeof sortColumns
  order: SortOrder
}

/** The filters hold all conditions except an expensive search. */
type FilteredList = Pick<PagedListQuery, 'table' | 'search' | 'sort' | 'order'> & {
  filters: SqlCondition[]
  isOwn: boolean
}

export type SqlCondition = RawBuilder<SqlBool>

/** More owners than this are not listed one by one: such a search finds rows everywhere. */
const maxOwners = 5_000

/** Rows with a larger share than this are found sooner by scanning than through the index. */
const commonShare = 0.3

/**
 * Up to this many found rows are sorted at once. Along an index of the sort, 20,000 in a million orders were found
 * only after 250,000 others; from three in a hundred on, scanning the index is the faster way to a page.
 */
const maxSorted = 30_000

const defaultBounds = { maxCounted: maxCountedRows, maxSorted }
type PageBounds = typeof defaultBounds

/** Finds the ids before the rows are read. At most `maxCountedRows` results of a search are counted and listed. */
export async function findPageOfIds(db: Db, all: PagedListQuery, slice: Slice, bounds = defaultBounds) {
  const list = toFilteredList(all)
  if (!list.search) return findPageOfAll(db, list, slice, bounds)
  const { offset } = slice
  const limit = Math.max(0, Math.min(slice.limit, bounds.maxCounted - offset))
  const { ids, count, isWhole } = await findSearchPage(db, list, list.search, { limit, offset }, bounds)
  const counted = { totalCount: Math.min(count, bounds.maxCounted), hasMore: count > bounds.maxCounted }
  return { ...counted, ids: isWhole || limit === 0 ? ids : await selectIds(db, list, { limit, offset }) }
}

/** One user's rows are few compared with all users': a search in them is a filter, and all results are counted. */
function toFilteredList(list: PagedListQuery): FilteredList {
  const { scope, userId, campaignType, fromDate, toDate, filters = [], search, ...rest } = list
  const isOwn = scope !== 'ALL'
  return {
    ...rest,
    isOwn,
    search: isOwn ? undefined : search,
    filters: [
      ...(isOwn ? [buildScopeCondition(scope), ...(search ? [buildTextCondition(search)] : [])] : []),
      ...(userId ? [sql<SqlBool>`user_id = any(${[...userId]}::uuid[])`] : []),
      ...(campaignType ? [sql<SqlBool>`campaign_type = ${campaignType}`] : []),
      ...(fromDate ? [sql<SqlBool>`created_at >= ${new Date(fromDate)}`] : []),
      ...(toDate ? [sql<SqlBool>`created_at < ${new Date(toDate)}`] : []),
      ...filters,
    ],
  }
}

export const buildScopeCondition = (scope: Scope): SqlCondition =>
  scope === 'ALL' ? sql<SqlBool>`true` : sql<SqlBool>`user_id = ${scope.userId}`

export const buildSearchCondition = async (db: Db, search: string): Promise<SqlCondition> =>
  sql`(${buildTextCondition(search)} or ${(await findMatchingOwners(db, search)).owned})`

async function findMatchingOwners(db: Db, search: string): Promise<{ owned: SqlCondition; areMany: boolean }> {
  const { rows } = await sql<{ id: string }>`
    select id from users where ${buildTextCondition(search, 'users')} limit ${maxOwners + 1}`.execute(db)
  if (rows.length === 0) return { owned: sql`false`, areMany: false }
  if (rows.length <= maxOwners)
    return { owned: sql`listed.user_id = any(${rows.map(({ id }) => id)}::uuid[])`, areMany: false }
  const owned: SqlCondition = sql`exists (select from users where users.id = listed.user_id and ${buildTextCondition(search, 'users')})`
  return { owned, areMany: true }
}

const isShort = (search: string) => [...search].length < 3

/**
 * The database lowers both sides. Less than three characters have no trigram: the planner would scan that whole index,
 * unless the search is written so that the index cannot serve it.
 */
const buildTextCondition = (search: string, table: 'listed' | 'users' = 'listed'): SqlCondition =>
  isShort(search)
    ? sql`strpos(${sql.ref(`${table}.search_text`)}, lower(${search}::text)) > 0`
    : sql`${sql.ref(`${table}.search_text`)} like lower(${containsText(search)}::text)`

/** Matches rows of `listed` by their own text, written so that an index of the large tables serves it. */
const buildIndexCondition = (search: string): SqlCondition =>
  isShort(search) ? sql`short_parts(listed.search_text) @> array[lower(${search}::text)]` : buildTextCondition(search)

/** Estimates from a random sample whether so many rows match that a scan soon finds enough. */
async function isCommonText(db: Db, table: PagedListQuery['table'], search: string): Promise<boolean> {
  const { rows } = await sql<{ share: number | null }>`
    select avg((${buildTextCondition(search)})::int)::float as share
    from ${sql.table(table)} listed tablesample system (1)`.execute(db)
  return (rows[0]?.share ?? 0) > commonShare
}

/**
 * Up to this share of the rows, a page is read from the start while the rows are counted; beyond it, it is read from
 * the end after the count.
 */
const forwardScanShare = 0.55

/** Returns -1 where the database has no estimate yet. */
async function estimateRows(db: Db, table: PagedListQuery['table']): Promise<number> {
  const { rows } = await sql<{ about: number }>`
    select reltuples::float as about from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]?.about ?? -1
}

/** Counts all rows, however many, and reads the page from the nearer end. */
async function findPageOfAll(db: Db, list: FilteredList, { limit, offset }: Slice, { maxCounted }: PageBounds) {
  if (list.isOwn || offset < maxCounted || offset < forwardScanShare * (await estimateRows(db, list.table))) {
    const [ids, totalCount] = await Promise.all([selectIds(db, list, { limit, offset }), countAll(db, list)])
    return { ids, totalCount, hasMore: false }
  }
  const totalCount = await countAll(db, list)
  const onPage = Math.max(0, Math.min(limit, totalCount - offset))
  const after = totalCount - offset - onPage
  if (onPage === 0) return { ids: [], totalCount, hasMore: false }
  if (offset <= after) return { ids: await selectIds(db, list, { limit, offset }), totalCount, hasMore: false }
  const reversed = { ...list, order: list.order === 'asc' ? ('desc' as const) : ('asc' as const) }
  const ids = await selectIds(db, reversed, { limit: onPage, offset: after })
  return { ids: ids.reverse(), totalCount, hasMore: false }
}

const countAll = (db: Db, { table, filters }: FilteredList): Promise<number> =>
  countRows(db, sql`(select from ${sql.table(table)} listed ${buildWhereClause(filters)})`)

/** Matches by a row's own text and by its owner are found one after the other, each through its own index. */
async function findSearchPage(db: Db, list: FilteredList, search: string, slice: Slice, bounds: PageBounds) {
  const { table, filters, sort, order } = list
  const [isCommon, theirs] = await Promise.all([isCommonText(db, table, search), findMatchingOwners(db, search)])
  // Frequent matches are near wherever the scan starts, so it is enough to know that there are more than the counted
  // maximum.
  const isEverywhere = filters.length === 0 && (isCommon || theirs.areMany)
  const maxFound = isEverywhere ? bounds.maxCounted : bounds.maxSorted
  const rowsWith = (...conditions: SqlCondition[]) => sql`
    select id, ${sql.ref(sortColumns[sort].column)} as place
    from ${sql.table(table)} listed ${buildWhereClause([...filters, ...conditions])}`
  const own = isCommon ? buildTextCondition(search) : buildIndexCondition(search)
  const found = sql`
    ${rowsWith(own)} union all ${rowsWith(theirs.owned, sql`not ${buildTextCondition(search)}`)} limit ${maxFound + 1}`
  const page = await selectFoundPage(db, found, buildOrderBy('place', order), slice)
  return { ...page, isWhole: page.count <= maxFound }
}

/** One query for the page and its count. */
export async function selectFoundPage(db: Db, found: Expression<unknown>, order: RawBuilder<unknown>, slice: Slice) {
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with found as materialized (${found})
    select (select count(*) from found) as count,
      array(select id from found order by ${order} limit ${slice.limit} offset ${slice.offset}) as ids`.execute(db)
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0 }
}

async function selectIds(db: Db, list: FilteredList, { limit, offset }: Slice): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${buildFromClause(list)}
    order by ${buildOrderBy(sortColumns[list.sort].column, list.order, list.isOwn)} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

function buildFromClause({ table, filters, search }: FilteredList, ...more: SqlCondition[]) {
  if (!search) return sql`${sql.table(table)} listed ${buildWhereClause([...filters, ...more])}`
  const found: SqlCondition = sql`(${buildTextCondition(search)} or is_theirs)`
  return sql`${sql.table(table)} listed, lateral (
    select ${buildTextCondition(search, 'users')} as is_theirs from users where users.id = listed.user_id
  ) owner ${buildWhereClause([...filters, ...more, found])}`
}

/** Each batch starts where the last ended: rows added or removed meanwhile neither shift nor repeat the others. */
export async function* iterateIdBatches(db: Db, list: PagedListQuery, limit: number): AsyncGenerator<string[]> {
  const all = toFilteredList(list)
  for (let last: ListCursor | undefined; ; ) {
    const cursors: ListCursor[] = await selectAfterCursor(db, all, last, limit)
    if (cursors.length > 0) yield cursors.map(({ id }) => id)
    last = cursors.at(-1)
    if (cursors.length < limit) return
  }
}

/** The value as text, which keeps the microseconds that a Date loses. */
type ListCursor = { id: string; value: string }

async function selectAfterCursor(db: Db, list: FilteredList, last: ListCursor | undefined, limit: number) {
  const { sort, order } = list
  const { column, type } = sortColumns[sort]
  const behind = sql.raw(order === 'asc' ? '>' : '<')
  const next: SqlCondition[] = last
    ? [sql`(${sql.ref(column)}, id) ${behind} (${last.value}::${sql.raw(type)}, ${last.id}::uuid)`]
    : []
  const { rows } = await sql<ListCursor>`
    select id, ${sql.ref(column)}::text as value from ${buildFromClause(list, ...next)}
    order by ${buildOrderBy(column, order)} limit ${limit}`.execute(db)
  return rows
}

/** Sorts rows by the order of the ids; rows deleted meanwhile are omitted. */
export function sortByIds<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const buildWhereClause = (filters: SqlCondition[]) =>
  filters.length > 0 ? sql`where ${sql.join(filters, sql` and `)}` : sql``

/** The id breaks ties, so that pages never overlap, in the direction of the list's index. */
const buildOrderBy = (column: string, order: SortOrder, isOwn = false) =>
  order === 'asc' || isOwn ? sql`${sql.ref(column)} ${sql.raw(order)}, id` : sql`${sql.ref(column)} desc, id desc`
