import type { InternalStatus } from '@dooryard/contract/order'
import { sql } from 'kysely'
import {
  type Condition,
  idsInBatches,
  inPlace,
  type LongList,
  pageOfIds,
  type Slice,
} from '../../platform/long-lists.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { orderColumns, orders } from './orders.queries.ts'

export type OrderList = Omit<LongList, 'table' | 'filters'> & {
  campaignId?: string | undefined
  /** Of campaigns, or of none; both unless said. */
  kind?: 'ENTERPRISE' | 'CONSUMER' | undefined
  statuses?: readonly InternalStatus[] | undefined
}

export type ListedOrderRow = Awaited<ReturnType<typeof ordersOfIds>>[number]

export async function pageOfOrders(db: Db, list: OrderList, slice: Slice) {
  const { ids, ...counted } = await pageOfIds(db, longList(list), slice)
  return { ...counted, rows: await ordersOfIds(db, ids) }
}

export async function* ordersInBatches(db: Db, list: OrderList, limit: number) {
  for await (const ids of idsInBatches(db, longList(list), limit)) yield ordersOfIds(db, ids)
}

function longList({ campaignId, kind, statuses, ...list }: OrderList): LongList {
  const filters: Condition[] = [
    ...(campaignId ? [sql<boolean>`campaign_id = ${campaignId}`] : []),
    ...(kind === 'ENTERPRISE' ? [sql<boolean>`campaign_id is not null`] : []),
    ...(kind === 'CONSUMER' ? [sql<boolean>`campaign_id is null`] : []),
    ...(statuses ? [sql<boolean>`internal_status = any(${[...statuses]}::text[])`] : []),
  ]
  return { ...list, table: 'orders', filters }
}

/** In the order of the ids. */
async function ordersOfIds(db: Db, ids: string[]) {
  const rows = await orders(db)
    .select([...orderColumns, 'orders.updatedAt'])
    .where(({ eb, fn, val }) => eb('orders.id', '=', fn.any(val(ids))))
    .execute()
  return inPlace(rows, ids)
}
