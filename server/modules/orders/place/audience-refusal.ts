import type { CampaignType } from '@dooryard/contract/api/enums'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { QuoteCounts } from '@dooryard/contract/orders/order'
import { type DistinctOptions, getDeliveryRefusal } from '@dooryard/contract/orders/quote/delivery-options'
import type { Context } from '../../../platform/context.ts'
import { isAppError } from '../../../platform/errors/app-error.ts'
import type { ContactProvider } from '../../contacts/index.ts'
import { getExcludedCriteria } from '../../saved-searches/index.ts'
import { findExcludedRefusal } from '../purchases/own-leads.ts'
import { formatNothingDeliverable } from './order-rules.ts'
import { countQuote, hasDeliverable, type OrderAudience } from './quote-counts.ts'

export type AudienceDraft = DistinctOptions & {
  campaignType: CampaignType
  criteria: Criteria
  addPhones?: boolean | undefined
}

export type RefusalContext = Context & { contacts: ContactProvider }

/**
 * Why an order of the audience is certain to fail: it can deliver nothing, or excludes too many leads; null if it could
 * deliver. Read before any transaction: the properties are on another server. Leads are counted only to give the reason,
 * as `format` words it, since the order counts them once it runs.
 */
export async function findAudienceRefusal(
  ctx: RefusalContext,
  findAudience: () => Promise<AudienceDraft> | AudienceDraft,
  format: (campaignType: CampaignType, counts: QuoteCounts) => string = formatNothingDeliverable,
): Promise<string | null> {
  try {
    const draft = await findAudience()
    if (isEmptyCriteria(draft.criteria) || getDeliveryRefusal(draft)) return null
    const audience = await toAudience(ctx, draft)
    const { criteria, excludeCriteria = [] } = audience.selection
    const excludedRefusal = await findExcludedRefusal(ctx, audience.userId, [criteria, ...excludeCriteria])
    if (excludedRefusal) return excludedRefusal
    if (await hasDeliverable(ctx, audience)) return null
    return format(draft.campaignType, await countQuote(ctx, audience))
  } catch (error) {
    // Placing the order says what else is wrong with it. An audience that is too broad to be read, or a store that cannot
    // be reached, is no proof that nothing can be delivered.
    if (isAppError(error)) return null
    throw error
  }
}

async function toAudience(ctx: RefusalContext, draft: AudienceDraft): Promise<OrderAudience> {
  const { campaignType, criteria, addPhones = false, onePerOwner, onePerAddress } = draft
  const excludeCriteria = await getExcludedCriteria(ctx, criteria)
  const selection = { criteria, excludeCriteria, asOf: ctx.clock.now(), signal: ctx.signal }
  return { userId: ctx.actor.userId, campaignType, addPhones, onePerOwner, onePerAddress, selection }
}
