import type { EndpointInput } from '@dooryard/contract/api/endpoint'
import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { Lead, LeadChange } from '@dooryard/contract/orders/leads'
import type { orders } from '@dooryard/contract/orders/orders'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { isExpired } from '../expiry/expiry-rules.ts'
import { type OwnedOrderRef, type ReadableOrderRef, requireReadableOrder } from '../read/get-order.ts'
import { presentLead } from '../read/present-order.ts'
import { moveLead } from './lead-board.ts'
import {
  countDeliveredLeads,
  type DeliveredLead,
  findDeliveredLead,
  listDeliveredLeads,
} from './order-leads.queries.ts'

type OrderLeadQuery = EndpointInput<typeof orders.leads>['query']

/** The leads of a readable order; empty until the order is completed, because the leads are not delivered before. */
export async function listOrderLeads(
  ctx: Context,
  ref: ReadableOrderRef,
  query: OrderLeadQuery,
): Promise<PageResult<Lead>> {
  const order = await requireReadableOrder(ctx, ref)
  if (order.internalStatus !== 'READY') return toPage([], 0, query)
  const rows = await listDeliveredLeads(ctx.db, order.id, query.stage, toSlice(query))
  const leads = rows.map((row) => presentOrderLead(row, isExpired(order, ctx.clock.now())))
  return toPage(leads, await countDeliveredLeads(ctx.db, order.id, query.stage), query)
}

export async function changeLead(
  ctx: Context,
  { propertyId, ...ref }: OwnedOrderRef & { propertyId: string },
  change: LeadChange,
): Promise<Lead> {
  const order = await requireReadableOrder(ctx, ref)
  await moveLead(ctx, { orderId: order.id, propertyId }, change)
  const row = await findDeliveredLead(ctx.db, order.id, propertyId)
  if (!row) throw notFound('This lead')
  return presentOrderLead(row, isExpired(order, ctx.clock.now()))
}

const presentOrderLead = ({ rank, isRepeat, ...leadRow }: DeliveredLead, hasExpired: boolean): Lead => ({
  ...presentLead(leadRow, hasExpired),
  rank,
  isRepeat,
})
