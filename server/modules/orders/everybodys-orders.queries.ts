import type { InternalStatus } from '@dooryard/contract/order'
import { sql } from 'kysely'
import { type Condition, idsInBatches, inPlace, type LongList, pageOfIds } from '../../platform/long-lists.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { orderColumns, orders, type Slice } from './orders.queries.ts'

export type EverybodysFilter = {
  /** Of these users; everybody's unless said. */
  userIds?: readonly string[] | undefined
  campaignId?: string | undefined
  /** Of campaigns, or of none; both unless said. */
  kind?: 'ENTERPRISE' | 'CONSUMER' | undefined
  campaignType?: string | undefined
  statuses?: readonly InternalStatus[] | undefined
  /** From this instant. */
  from?: Date | undefined
  /** Up to and without this instant. */
  to?: Date | undefined
}

export type EverybodysList = EverybodysFilter & Pick<LongList, 'search' | 'sort' | 'order'>

export type EverybodysOrderRow = Awaited<ReturnType<typeof ordersOfIds>>[number]

/** A page of the orders of all users. */
export async function pageOfEverybodysOrders(db: Db, list: EverybodysList, slice: Slice) {
  const { ids, ...counted } = await pageOfIds(db, longList(list), slice)
  return { ...counted, rows: await ordersOfIds(db, ids) }
}

/** All orders of a list, a batch at a time. */
export async function* everybodysOrdersInBatches(db: Db, list: EverybodysList, limit: number) {
  for await (const ids of idsInBatches(db, longList(list), limit)) yield ordersOfIds(db, ids)
}

const longList = ({ search, sort, order, ...filter }: EverybodysList): LongList => ({
  table: 'orders',
  filters: conditions(filter),
  search,
  sort,
  order,
})

const conditions = ({ userIds, campaignId, kind, campaignType, statuses, from, to }: EverybodysFilter): Condition[] => [
  ...(userIds ? [sql<boolean>`user_id = any(${[...userIds]}::uuid[])`] : []),
  ...(campaignId ? [sql<boolean>`campaign_id = ${campaignId}`] : []),
  ...(kind ? [kind === 'ENTERPRISE' ? sql<boolean>`campaign_id is not null` : sql<boolean>`campaign_id is null`] : []),
  ...(campaignType ? [sql<boolean>`campaign_type = ${campaignType}`] : []),
  ...(statuses ? [sql<boolean>`internal_status = any(${[...statuses]}::text[])`] : []),
  ...(from ? [sql<boolean>`created_at >= ${from}`] : []),
  ...(to ? [sql<boolean>`created_at < ${to}`] : []),
]

/** The orders of these ids, in their order. */
async function ordersOfIds(db: Db, ids: string[]) {
  const rows = await orders(db)
    .select([...orderColumns, 'orders.updatedAt'])
    .where(({ eb, fn, val }) => eb('orders.id', '=', fn.any(val(ids))))
    .execute()
  return inPlace(rows, ids)
}
