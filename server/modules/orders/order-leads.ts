import type { Input } from '@dooryard/contract/endpoint'
import type { Lead, LeadChange } from '@dooryard/contract/leads'
import type { orders } from '@dooryard/contract/orders'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { isExpired } from './expiry-rules.ts'
import { moveLead } from './lead-board.ts'
import { countDelivered, type DeliveredLead, findDelivered, listDelivered } from './order-leads.queries.ts'
import { type OrderPlace, type ReadablePlace, readableOrderRow } from './own-order.ts'
import { presentLead } from './present-order.ts'

type LeadQuery = Input<typeof orders.leads>['query']

/** The leads of an order that the actor may read; none before it is completed, because until then they are not delivered. */
export async function orderLeads(ctx: Context, place: ReadablePlace, query: LeadQuery): Promise<PageOf<Lead>> {
  const order = await readableOrderRow(ctx, place)
  if (order.internalStatus !== 'READY') return toPage([], 0, query)
  const rows = await listDelivered(ctx.db, order.id, query.stage, sliceOf(query))
  const leads = rows.map((row) => present(row, isExpired(order, ctx.clock.now())))
  return toPage(leads, await countDelivered(ctx.db, order.id, query.stage), query)
}

export async function changeLead(
  ctx: Context,
  { propertyId, ...place }: OrderPlace & { propertyId: string },
  change: LeadChange,
): Promise<Lead> {
  const order = await readableOrderRow(ctx, place)
  await moveLead(ctx, { orderId: order.id, propertyId }, change)
  const row = await findDelivered(ctx.db, order.id, propertyId)
  if (!row) throw notFound('This lead')
  return present(row, isExpired(order, ctx.clock.now()))
}

const present = ({ rank, isRepeat, ...kept }: DeliveredLead, hasExpired: boolean): Lead => ({
  ...presentLead(kept, hasExpired),
  rank,
  isRepeat,
})
