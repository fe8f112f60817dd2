import { getDeliveryRefusal, resolveSort } from '@dooryard/contract/orders/quote/delivery-options'
import {
  type OrderPreview,
  type OrderPreviewQuery,
  type PreviewLead,
  previewSize,
} from '@dooryard/contract/orders/quote/order-quote'
import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { maskLeadOwner, type RankedLead, readLeads, type SelectedLead, selectLeads } from '../../properties/index.ts'
import { getExcludedCriteria } from '../../saved-searches/index.ts'
import { getOrderSelection } from './quote-counts.ts'

/**
 * The first leads that an order would select now. Those of a Call Ready order have a known phone, which the order
 * itself also checks against the do-not-call lists.
 */
export async function previewOrder(
  ctx: Context,
  { campaignType, criteria, addPhones = false, sort, ...distinct }: OrderPreviewQuery,
): Promise<OrderPreview> {
  const refusal = getDeliveryRefusal({ campaignType, criteria, sort, ...distinct })
  if (refusal) throw appError('UNPROCESSABLE', refusal)
  const { actor, clock, clickhouse, signal } = ctx
  const excludeCriteria = await getExcludedCriteria(ctx, criteria)
  const audience = { userId: actor.userId, campaignType, addPhones }
  const asked = { criteria, excludeCriteria, asOf: clock.now(), signal }
  const selection = await getOrderSelection(ctx, { ...audience, selection: asked })
  const leads = await selectLeads(clickhouse, {
    ...selection,
    ...distinct,
    sort: resolveSort(sort, criteria),
    need: campaignType === 'MAIL_READY' ? 'MAILABLE' : 'HAS_PHONE',
    quantity: previewSize,
  })
  const read: RankedLead[] = []
  for await (const batch of readLeads(clickhouse, leads, selection)) read.push(...batch)
  return { leads: read.toSorted((a, b) => a.rank - b.rank).map(({ lead }) => toPreviewLead(lead)) }
}

const toPreviewLead = ({ ownerNames, mailingAddress, ...lead }: SelectedLead): PreviewLead => ({
  ...lead,
  ...maskLeadOwner({ ownerNames, mailingAddress, ...lead }),
})
