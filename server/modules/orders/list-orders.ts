import type { adminOrders } from '@dooryard/contract/admin-orders'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { InternalStatus, type UserFacingStatus } from '@dooryard/contract/order'
import { type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { audit } from '../../platform/audit.ts'
import { adminScope, type Context, type Scope } from '../../platform/context.ts'
import { type CsvColumns, csvFile, ownerColumns } from '../../platform/csv-file.ts'
import { type Owned, withOwners } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { requireCampaign } from '../campaigns/index.ts'
import { type ListedOrderRow, type OrderList, ordersInBatches, pageOfOrders } from './orders.queries.ts'
import { creditsHeld, presentOrder } from './present-order.ts'
import { internalStatusesOf, userFacingStatus } from './transitions.ts'

type StatusQuery = { status?: UserFacingStatus | undefined; internalStatus?: InternalStatus | undefined }

type OrderListQuery = PageQuery & StatusQuery & Omit<OrderList, 'scope' | 'statuses'>

/** As an administrator may see them: the contract shows owners less. NOT_FOUND for a campaign that is none of the scope's. */
export async function listOrders(
  { db, clock }: Context,
  scope: Scope,
  query: OrderListQuery,
): Promise<Output<typeof adminOrders.list>> {
  if (query.campaignId) await requireCampaign(db, scope, query.campaignId)
  const page = await pageOfOrders(db, { ...toOrderList(query), scope }, sliceOf(query))
  const items = (await withOwners(db, page.rows)).map((row) => ({
    ...presentOrder(row, clock.now()),
    user: row.owner,
    updatedAt: row.updatedAt.toISOString(),
  }))
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

/** An internal status that is not behind the shown one leaves nothing. */
function toOrderList<Query extends StatusQuery>({ status, internalStatus, ...query }: Query) {
  const shown = status && internalStatusesOf(status)
  const statuses = internalStatus ? [internalStatus].filter((one) => shown?.includes(one) ?? true) : shown
  return { ...query, statuses }
}

const batch = 2_000

const columns: CsvColumns<Owned<ListedOrderRow>> = [
  ['Order ID', (row) => row.id],
  ['Order', (row) => row.orderName],
  ['Campaign ID', (row) => row.campaignId],
  ['Campaign', (row) => row.campaignName],
  ['Type', (row) => row.campaignType],
  ...ownerColumns,
  ['Status', (row) => userFacingStatus(InternalStatus.parse(row.internalStatus))],
  ['Internal Status', (row) => row.internalStatus],
  ['Leads Ordered', (row) => row.quantity],
  ['Leads Delivered', (row) => row.deliveredQuantity],
  ['Credits a Lead', (row) => row.creditRequired],
  ['Credits Held', creditsHeld],
  ['Credits Captured', (row) => row.captured],
  ['Credits Released', (row) => row.released],
  ['Total Price', (row) => row.captured + creditsHeld(row)],
  ['Failure', (row) => row.failureReason],
  ['Note', (row) => row.note],
  ['Created', (row) => row.createdAt.toISOString()],
  ['Changed', (row) => row.updatedAt.toISOString()],
  ['Completed', (row) => row.completedAt?.toISOString() ?? null],
]

/** The orders of all users as CSV, as filtered and sorted, which is noted in the audit log before its first byte. */
export async function exportOrders(ctx: Context, query: Input<typeof adminOrders.export>['query']) {
  const { db, clock, log } = ctx
  const list = { ...toOrderList(query), scope: adminScope(ctx) }
  await audit(ctx, { action: 'orders.exported', after: query })
  return csvFile({ name: 'orders', at: clock.now(), columns, batches: ownedOrders(db, list), log })
}

async function* ownedOrders(db: Db, list: OrderList) {
  for await (const rows of ordersInBatches(db, list, batch)) yield withOwners(db, rows)
}
