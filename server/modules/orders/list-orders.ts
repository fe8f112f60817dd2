import type { AdminOrderQuery, adminOrders } from '@dooryard/contract/admin-orders'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { InternalStatus, type ListedOrder, type UserFacingStatus } from '@dooryard/contract/order'
import type { orders } from '@dooryard/contract/orders'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import { audit } from '../../platform/audit.ts'
import { adminScope, type Context, ownScope } from '../../platform/context.ts'
import { type CsvColumns, csvFile, ownerColumns } from '../../platform/csv-file.ts'
import { type Owned, withOwners } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { requireCampaign } from '../campaigns/index.ts'
import { type ListedOrderRow, type OrderList, ordersInBatches, pageOfOrders } from './orders.queries.ts'
import { creditsHeld, presentOrder } from './present-order.ts'
import { internalStatusesOf, userFacingStatus } from './transitions.ts'

type OwnQuery = Input<typeof orders.listAll>['query']

export async function listOrders(ctx: Context, query: OwnQuery, campaignId?: string): Promise<PageOf<ListedOrder>> {
  const { db, clock } = ctx
  const scope = ownScope(ctx)
  if (campaignId) await requireCampaign(db, scope, campaignId)
  const { rows, totalCount } = await pageOfOrders(db, { ...toOrderList(query), scope, campaignId }, sliceOf(query))
  return toPage(
    rows.map((row) => presentOrder(row, clock.now())),
    totalCount,
    query,
  )
}

type Narrower = Pick<OrderList, 'kind' | 'campaignId'>

export async function listAllOrders(
  ctx: Context,
  query: AdminOrderQuery,
  narrower: Narrower = {},
): Promise<Output<typeof adminOrders.list>> {
  const { db, clock } = ctx
  const scope = adminScope(ctx)
  if (narrower.campaignId) await requireCampaign(db, scope, narrower.campaignId)
  const page = await pageOfOrders(db, { ...toOrderList(query), ...narrower, scope }, sliceOf(query))
  const items = (await withOwners(db, page.rows)).map((row) => ({
    ...presentOrder(row, clock.now()),
    user: row.owner,
    updatedAt: row.updatedAt.toISOString(),
  }))
  return { ...toPage(items, page.totalCount, query), hasMore: page.hasMore }
}

type StatusQuery = { status?: UserFacingStatus | undefined; internalStatus?: InternalStatus | undefined }

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
