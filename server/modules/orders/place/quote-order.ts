import { scrubResults } from '@dooryard/contract/api/enums'
import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import { dayMs } from '@dooryard/contract/api/time'
import type { OrderQuote, OrderQuoteQuery } from '@dooryard/contract/orders/order-quote'
import type { Context } from '../../../platform/context.ts'
import { buildNoPhoneSql, type ContactProvider } from '../../contacts/index.ts'
import { getLeadPrice } from '../../credits/index.ts'
import { createScrubPlan } from '../../dnc/index.ts'
import { readDataVersion } from '../../properties/index.ts'
import { getExcludedCriteria } from '../../saved-searches/index.ts'
import { listDeliveredPropertyIds } from '../leads/leads.queries.ts'
import {
  type CallReach,
  type LeadOutcomes,
  listPaidLeads,
  type QuoteInput,
  readCallReadyOutcomes,
  readMailReadyOutcomes,
} from './quote.queries.ts'

/**
 * Excludes leads already delivered for this campaign type, like the order itself; a search excludes those delivered
 * for any type.
 */
export async function quoteOrder(ctx: Context, provider: ContactProvider, query: OrderQuoteQuery): Promise<OrderQuote> {
  const { campaignType, criteria } = query
  const { db, actor, clickhouse, signal } = ctx
  const asOf = ctx.clock.now()
  const excludesDelivered = criteria.exclude?.delivered ?? true
  const buyer = { userId: actor.userId, campaignType }
  const freeSince = new Date(asOf.getTime() - repeatLeadFreeDays * dayMs)
  const [price, data, excludeIds, paid, excludeCriteria] = await Promise.all([
    getLeadPrice(db, campaignType),
    readDataVersion(db),
    excludesDelivered ? listDeliveredPropertyIds(db, actor.userId, campaignType) : [],
    excludesDelivered ? [] : listPaidLeads(db, { ...buyer, freeSince }),
    getExcludedCriteria(ctx, criteria),
  ])
  const quoteInput: QuoteInput = { selection: { criteria, excludeIds, excludeCriteria, asOf, signal }, paid }
  const outcomes =
    campaignType === 'MAIL_READY'
      ? await readMailReadyOutcomes(clickhouse, quoteInput)
      : await readCallReadyOutcomes(clickhouse, quoteInput, await getCallReach(ctx, provider, asOf))
  const counts = toQuoteCounts(outcomes)
  return {
    campaignType,
    ...counts,
    creditsPerLead: price.creditRequired,
    credits: (counts.deliverable - counts.free) * price.creditRequired,
    minQuantity: price.minCampaignVolume,
    dataAsOf: data.asOf?.toISOString() ?? null,
  }
}

async function getCallReach({ db, actor }: Context, provider: ContactProvider, at: Date): Promise<CallReach> {
  const plan = await createScrubPlan(db, { userId: actor.userId, at })
  return { plan, withoutPhone: provider.vendor && buildNoPhoneSql(provider.vendor.name, at) }
}

/** Each property has exactly one outcome, so the counts add up to the total. */
function toQuoteCounts(outcomes: LeadOutcomes) {
  const countOutcome = (outcome: string) => outcomes.get(outcome)?.leads ?? 0
  const suppressedBy = scrubResults.values
    .filter((result) => result !== 'CLEAN' && countOutcome(result) > 0)
    .map((result) => ({ result, count: countOutcome(result) }))
  return {
    matched: [...outcomes.values()].reduce((sum, { leads }) => sum + leads, 0),
    alreadyDelivered: countOutcome('DELIVERED'),
    free: outcomes.get('CLEAN')?.free ?? 0,
    noContact: countOutcome('NO_CONTACT') + countOutcome('NOT_TRACED'),
    notTraced: countOutcome('NOT_TRACED'),
    suppressed: suppressedBy.reduce((sum, { count }) => sum + count, 0),
    suppressedBy,
    deliverable: countOutcome('CLEAN'),
  }
}
