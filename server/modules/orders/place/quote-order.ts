import { excludesPurchased } from '@dooryard/contract/criteria/criteria'
import { getDeliveryRefusal } from '@dooryard/contract/orders/quote/delivery-options'
import type { OrderQuote, OrderQuoteQuery } from '@dooryard/contract/orders/quote/order-quote'
import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import type { ContactProvider } from '../../contacts/index.ts'
import { readDataVersion } from '../../properties/index.ts'
import { getExcludedCriteria } from '../../saved-searches/index.ts'
import { getLeadTerms, getMinQuantity, getOrderPrice } from '../purchases/lead-terms.ts'
import { countQuote } from './quote-counts.ts'

/** What an order of all deliverable leads would count and cost now; the order itself counts in the same way. */
export async function quoteOrder(
  ctx: Context,
  contacts: ContactProvider,
  { campaignType, criteria, addPhones = false, ...distinct }: OrderQuoteQuery,
): Promise<OrderQuote> {
  const { db, actor, clock, signal } = ctx
  const refusal = getDeliveryRefusal({ campaignType, criteria, ...distinct })
  if (refusal) throw appError('UNPROCESSABLE', refusal)
  const [terms, data, excludeCriteria] = await Promise.all([
    getLeadTerms(db, campaignType),
    readDataVersion(db),
    getExcludedCriteria(ctx, criteria),
  ])
  const selection = { criteria, excludeCriteria, asOf: clock.now(), signal }
  const audience = { userId: actor.userId, campaignType, addPhones, ...distinct, selection }
  const counts = await countQuote({ ...ctx, contacts }, audience)
  const { deliverable, free, phonesToAdd } = counts
  const phonesAdded = addPhones || !excludesPurchased(criteria) ? phonesToAdd : 0
  return {
    campaignType,
    ...counts,
    creditsPerLead: terms.creditRequired,
    creditsToAddPhones: terms.creditsToAddPhones,
    credits: getOrderPrice({ newLeads: deliverable - free - phonesAdded, phonesAdded }, terms),
    minQuantity: getMinQuantity(terms.setting, { isCampaign: actor.role === 'ENTERPRISE_USER', criteria }),
    dataAsOf: data.asOf?.toISOString() ?? null,
  }
}
