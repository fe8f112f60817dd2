import type { EndpointInput, EndpointOutput } from '@dooryard/contract/api/endpoint'
import { type PageQuery, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { InternalStatus, type UserFacingStatus } from '@dooryard/contract/orders/order'
import { audit } from '../../../platform/audit.ts'
import { adminScope, type Context, type Scope } from '../../../platform/context.ts'
import { buildCsvDownload, type CsvColumns, ownerColumns } from '../../../platform/files/csv/csv-download.ts'
import { type WithOwner, withOwners } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { requireCampaign } from '../../campaigns/index.ts'
import { listInternalStatuses, toUserFacingStatus } from '../fulfil/order-status-rules.ts'
import { findOrderPage, type ListedOrderRow, type OrderList, streamOrders } from './list-orders.queries.ts'
import { getHeldCredits, presentOrder } from './present-order.ts'

type OrderStatusQuery = { status?: UserFacingStatus | undefined; internalStatus?: InternalStatus | undefined }

type OrderListQuery = PageQuery & OrderStatusQuery & Omit<OrderList, 'scope' | 'statuses'>

/**
 * Returns all administrator fields; the contract strips those that owners do not see. NOT_FOUND for a campaign outside
 * the scope.
 */
export async function listOrders(
  { db, clock }: Context,
  scope: Scope,
  query: OrderListQuery,
): Promise<EndpointOutput<typeof adminOrders.list>> {
  if (query.campaignId) await requireCampaign(db, scope, query.campaignId)
  const page = await findOrderPage(db, { ...toOrderList(query), scope }, toSlice(query))
  const items = (await withOwners(db, page.rows)).map((row) => ({
    ...presentOrder(row, clock.now()),
    user: row.owner,
    updatedAt: row.updatedAt.toISOString(),
  }))
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

/** An internal status that does not belong to the requested user-facing status matches no orders. */
function toOrderList<Query extends OrderStatusQuery>({ status, internalStatus, ...query }: Query) {
  const shown = status && listInternalStatuses(status)
  const statuses = internalStatus ? [internalStatus].filter((one) => shown?.includes(one) ?? true) : shown
  return { ...query, statuses }
}

const batchSize = 2_000

const csvColumns: CsvColumns<WithOwner<ListedOrderRow>> = [
  ['Order ID', (row) => row.id],
  ['Order', (row) => row.orderName],
  ['Campaign ID', (row) => row.campaignId],
  ['Campaign', (row) => row.campaignName],
  ['Type', (row) => row.campaignType],
  ...ownerColumns,
  ['Status', (row) => toUserFacingStatus(InternalStatus.parse(row.internalStatus))],
  ['Internal Status', (row) => row.internalStatus],
  ['Leads Ordered', (row) => row.quantity],
  ['Leads Delivered', (row) => row.deliveredQuantity],
  ['Credits a Lead', (row) => row.creditRequired],
  ['Credits Held', getHeldCredits],
  ['Credits Captured', (row) => row.captured],
  ['Credits Released', (row) => row.released],
  ['Total Price', (row) => row.captured + getHeldCredits(row)],
  ['Failure', (row) => row.failureReason],
  ['Note', (row) => row.note],
  ['Created', (row) => row.createdAt.toISOString()],
  ['Changed', (row) => row.updatedAt.toISOString()],
  ['Completed', (row) => row.completedAt?.toISOString() ?? null],
]

/**
 * Exports the orders of all users as CSV with the list's filters and sorting. Written to the audit log before the
 * first byte.
 */
export async function exportOrders(ctx: Context, query: EndpointInput<typeof adminOrders.export>['query']) {
  const { db, clock, log } = ctx
  const list = { ...toOrderList(query), scope: adminScope(ctx) }
  await audit(ctx, { action: 'orders.exported', after: query })
  return buildCsvDownload({
    name: 'orders',
    at: clock.now(),
    columns: csvColumns,
    batches: streamOrdersWithOwners(db, list),
    log,
  })
}

async function* streamOrdersWithOwners(db: Db, list: OrderList) {
  for await (const rows of streamOrders(db, list, batchSize)) yield withOwners(db, rows)
}
