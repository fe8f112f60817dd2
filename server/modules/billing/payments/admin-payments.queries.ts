import type { Slice } from '@dooryard/contract/api/paging'
import type { PaymentFilters } from '@dooryard/contract/billing/admin/admin-payments'
import { sql } from 'kysely'
import { buildSearchCondition, type SqlCondition, sortByIds } from '../../../platform/lists/paged-lists.queries.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { conditionsByState, type PaymentRow, payments } from './payments.queries.ts'

const columnsBySort = { createdAt: 'created_at', amount: 'amount' } as const

/** The conditions of a filter, with the search resolved to the matching users once. */
export async function buildPaymentConditions(db: Db, filter: PaymentFilters): Promise<SqlCondition> {
  const { search, userId, state, kind, provider, fromDate, toDate } = filter
  const conditions: SqlCondition[] = [
    ...(search ? [await buildSearchCondition(db, search)] : []),
    ...(userId ? [sql<boolean>`user_id = any(${[...userId]}::uuid[])`] : []),
    ...(state ? [conditionsByState[state]] : []),
    ...(kind ? [sql<boolean>`kind = ${kind}`] : []),
    ...(provider ? [sql<boolean>`provider = ${provider}`] : []),
    ...(fromDate ? [sql<boolean>`created_at >= ${new Date(fromDate)}`] : []),
    ...(toDate ? [sql<boolean>`created_at < ${new Date(toDate)}`] : []),
  ]
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

type PaymentPage = Slice & Pick<PaymentFilters, 'sort' | 'order'> & { afterId?: string | undefined }

/** One page, after the given payment or from the offset; the ids are found by the index of the sort first. */
export async function selectPaymentPage(db: Db, where: SqlCondition, page: PaymentPage): Promise<PaymentRow[]> {
  const { sort, order, limit, offset, afterId } = page
  const column = sql.ref(columnsBySort[sort])
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const compare = order === 'asc' ? sql`>` : sql`<`
  // The database compares with its own value: a date loses its microseconds on the way.
  const rest = afterId
    ? sql<boolean>`(${column}, id) ${compare} (select ${column}, id from payment_transactions where id = ${afterId})`
    : sql<boolean>`true`
  const { rows } = await sql<{ id: string }>`
    select id from payment_transactions listed where ${where} and ${rest}
    order by ${column} ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return ids.length > 0 ? sortByIds(await payments(db).where('id', 'in', ids).execute(), ids) : []
}

export const countPaymentsWhere = (db: Db, where: SqlCondition): Promise<number> =>
  countRows(db, sql`(select from payment_transactions listed where ${where})`)
