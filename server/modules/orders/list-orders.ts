import type { Input } from '@dooryard/contract/endpoint'
import type { ListedOrder } from '@dooryard/contract/order'
import type { orders } from '@dooryard/contract/orders'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { requireOwnCampaign } from '../campaigns/index.ts'
import { countOrders, listOrders, type OrderFilter, type OrderSort } from './orders.queries.ts'
import { presentOrder } from './present-order.ts'
import { internalStatusesOf } from './transitions.ts'

type AllQuery = Input<typeof orders.listAll>['query']
type CampaignQuery = Input<typeof orders.list>['query']

/** The actor's orders, of all campaigns and of none. */
export const allOrders = (ctx: Context, query: AllQuery): Promise<PageOf<ListedOrder>> =>
  orderPage(ctx, query, query.sort, query.order, {
    campaignType: query.campaignType,
    from: query.fromDate ? new Date(query.fromDate) : undefined,
    to: query.toDate ? new Date(query.toDate) : undefined,
  })

/** The orders of one of the actor's campaigns, newest first. */
export async function campaignOrders(
  ctx: Context,
  campaignId: string,
  query: CampaignQuery,
): Promise<PageOf<ListedOrder>> {
  await requireOwnCampaign(ctx, campaignId)
  return orderPage(ctx, query, 'createdAt', 'desc', { campaignId })
}

async function orderPage(
  { db, actor, clock }: Context,
  query: CampaignQuery,
  sort: OrderSort,
  order: 'asc' | 'desc',
  narrower: Partial<OrderFilter>,
): Promise<PageOf<ListedOrder>> {
  const statuses = query.status && internalStatusesOf(query.status)
  const filter = { ...narrower, userId: actor.userId, search: query.search, statuses }
  const rows = await listOrders(db, filter, sort, order, sliceOf(query))
  const presented = rows.map((row) => presentOrder(row, clock.now()))
  return toPage(presented, await countOrders(db, filter), query)
}
