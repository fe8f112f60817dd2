import type { Input } from '@dooryard/contract/endpoint'
import type { Lead } from '@dooryard/contract/leads'
import type { Order, orders } from '@dooryard/contract/orders'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { ownCampaign } from '../campaigns/index.ts'
import type { SelectedLead } from '../properties/index.ts'
import { countLeads, listLeads } from './leads.queries.ts'
import { countOrders, listOrders, type OrderFilter, type OrderSort } from './orders.queries.ts'
import { ownOrderRow } from './own-order.ts'
import { presentOrder } from './present-order.ts'
import { internalStatusesOf } from './transitions.ts'

type AllQuery = Input<typeof orders.listAll>['query']
type CampaignQuery = Input<typeof orders.list>['query']

/** The actor's orders over all campaigns. */
export const allOrders = (ctx: Context, query: AllQuery): Promise<PageOf<Order>> =>
  orderPage(ctx, query, query.sort, query.order, {
    campaignType: query.campaignType,
    from: query.fromDate ? new Date(query.fromDate) : undefined,
    to: query.toDate ? new Date(query.toDate) : undefined,
  })

/** The orders of one of the actor's campaigns, newest first. */
export async function campaignOrders(ctx: Context, campaignId: string, query: CampaignQuery): Promise<PageOf<Order>> {
  await ownCampaign(ctx, campaignId)
  return orderPage(ctx, query, 'createdAt', 'desc', { campaignId })
}

async function orderPage(
  { db, actor }: Context,
  query: CampaignQuery,
  sort: OrderSort,
  order: 'asc' | 'desc',
  narrower: Partial<OrderFilter>,
): Promise<PageOf<Order>> {
  const statuses = query.status && internalStatusesOf(query.status)
  const filter = { ...narrower, userId: actor.userId, search: query.search, statuses }
  const rows = await listOrders(db, filter, sort, order, sliceOf(query))
  return toPage(rows.map(presentOrder), await countOrders(db, filter), query)
}

/** The leads of one of the actor's orders; none before it is completed, because until then they are not delivered. */
export async function orderLeads(
  ctx: Context,
  { campaignId, orderId }: { campaignId: string; orderId: string },
  query: PageQuery,
): Promise<PageOf<Lead>> {
  const order = await ownOrderRow(ctx, campaignId, orderId)
  if (order.internalStatus !== 'READY') return toPage([], 0, query)
  const rows = await listLeads(ctx.db, orderId, sliceOf(query))
  // Written by `replaceLeads` only.
  const items = rows.map(({ rank, isRepeat, lead }) => ({ ...(lead as SelectedLead), rank, isRepeat }))
  return toPage(items, await countLeads(ctx.db, orderId), query)
}
