import type { Slice } from '@dooryard/contract/api/paging'
import type { InternalStatus } from '@dooryard/contract/orders/order'
import { sql } from 'kysely'
import {
  findPageOfIds,
  iterateIdBatches,
  type PagedListQuery,
  type SqlCondition,
  sortByIds,
} from '../../../platform/lists/paged-lists.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { orderColumns, selectOrders } from '../orders.queries.ts'

export type OrderList = Omit<PagedListQuery, 'table' | 'filters'> & {
  orderId?: string | undefined
  campaignId?: string | undefined
  kind?: 'ENTERPRISE' | 'CONSUMER' | undefined
  isSingle?: boolean | undefined
  statuses?: readonly InternalStatus[] | undefined
}

export type ListedOrderRow = Awaited<ReturnType<typeof listOrdersByIds>>[number]

export async function findOrderPage(db: Db, list: OrderList, slice: Slice) {
  const { ids, ...counted } = await findPageOfIds(db, toLongList(list), slice)
  return { ...counted, rows: await listOrdersByIds(db, ids) }
}

export async function* streamOrders(db: Db, list: OrderList, limit: number) {
  for await (const ids of iterateIdBatches(db, toLongList(list), limit)) yield listOrdersByIds(db, ids)
}

function toLongList({ orderId, campaignId, kind, isSingle, statuses, ...list }: OrderList): PagedListQuery {
  const filters: SqlCondition[] = [
    ...(orderId ? [sql<boolean>`id = ${orderId}`] : []),
    ...(campaignId ? [sql<boolean>`campaign_id = ${campaignId}`] : []),
    ...(kind === 'ENTERPRISE' ? [sql<boolean>`campaign_id is not null`] : []),
    ...(kind === 'CONSUMER' ? [sql<boolean>`campaign_id is null`] : []),
    ...(isSingle === undefined ? [] : [sql<boolean>`(single_property_id is not null) = ${isSingle}`]),
    ...(statuses ? [sql<boolean>`internal_status = any(${[...statuses]}::text[])`] : []),
  ]
  return { ...list, table: 'orders', filters }
}

/** In the order of the ids. */
async function listOrdersByIds(db: Db, ids: string[]) {
  const rows = await selectOrders(db)
    .select([...orderColumns, 'orders.updatedAt'])
    .where(({ eb, fn, val }) => eb('orders.id', '=', fn.any(val(ids))))
    .execute()
  return sortByIds(rows, ids)
}
