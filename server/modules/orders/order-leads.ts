import type { Input } from '@dooryard/contract/endpoint'
import type { Contact, Lead, LeadChange } from '@dooryard/contract/leads'
import type { orders } from '@dooryard/contract/orders'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import { leadStages } from '@dooryard/contract/vocabularies'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { SelectedLead } from '../properties/index.ts'
import { expiredContact, isExpired } from './expiry-rules.ts'
import { countDelivered, type DeliveredLead, findDelivered, listDelivered, setStage } from './order-leads.queries.ts'
import { type OrderPlace, ownOrderRow } from './own-order.ts'

type LeadQuery = Input<typeof orders.leads>['query']

/** The leads of one of the actor's orders; none before it is completed, because until then they are not delivered. */
export async function orderLeads(ctx: Context, place: OrderPlace, query: LeadQuery): Promise<PageOf<Lead>> {
  const order = await ownOrderRow(ctx, place)
  if (order.internalStatus !== 'READY') return toPage([], 0, query)
  const rows = await listDelivered(ctx.db, order.id, query.stage, sliceOf(query))
  const leads = rows.map((row) => presentLead(row, isExpired(order, ctx.clock.now())))
  return toPage(leads, await countDelivered(ctx.db, order.id, query.stage), query)
}

/** Notes how far the actor has come with a lead; NOT_FOUND where their order did not deliver it. */
export async function changeLead(
  ctx: Context,
  { propertyId, ...place }: OrderPlace & { propertyId: string },
  { stage }: LeadChange,
): Promise<Lead> {
  const order = await ownOrderRow(ctx, place)
  const changed = order.internalStatus === 'READY' && (await setStage(ctx.db, order.id, propertyId, stage))
  const row = changed ? await findDelivered(ctx.db, order.id, propertyId) : undefined
  if (!row) throw notFound('This lead')
  return presentLead(row, isExpired(order, ctx.clock.now()))
}

/** A number of an order that has expired is none that may be called. */
function presentLead({ rank, isRepeat, stage, lead, contacts }: DeliveredLead, hasExpired: boolean): Lead {
  // Written by the steps that trace and check them only.
  const known = (contacts as Contact[] | null) ?? undefined
  return {
    // Written by `insertLeads` only.
    ...(lead as SelectedLead),
    rank,
    isRepeat,
    stage: leadStages.schema.parse(stage),
    contacts: hasExpired ? known?.map(expiredContact) : known,
  }
}
