import { repeatLeadFreeDays } from '@dooryard/contract/limits'
import type { OrderQuote, OrderQuoteQuery } from '@dooryard/contract/order-quote'
import { dayMs } from '@dooryard/contract/time'
import { scrubResults } from '@dooryard/contract/vocabularies'
import type { Context } from '../../platform/context.ts'
import { type ContactDesk, isWithoutPhone } from '../contacts/index.ts'
import { priceOf } from '../credits/index.ts'
import { scrubPlan } from '../dnc/index.ts'
import { readDataVersion } from '../properties/index.ts'
import { excludedCriteria } from '../saved-searches/index.ts'
import { deliveredIds } from './leads.queries.ts'
import { type Outcomes, paidLeads, type Quoted, type Reach, splitToCall, splitToMail } from './quote.queries.ts'

/** Like the order, it leaves out what was delivered for this campaign type; a search leaves out what was for any. */
export async function quoteOrder(ctx: Context, desk: ContactDesk, query: OrderQuoteQuery): Promise<OrderQuote> {
  const { campaignType, criteria } = query
  const { db, actor, clickhouse, signal } = ctx
  const asOf = ctx.clock.now()
  const leavesOut = criteria.exclude?.delivered ?? true
  const of = { userId: actor.userId, campaignType }
  const freeSince = new Date(asOf.getTime() - repeatLeadFreeDays * dayMs)
  const [price, data, excludeIds, paid, excludeCriteria] = await Promise.all([
    priceOf(db, campaignType),
    readDataVersion(db),
    leavesOut ? deliveredIds(db, actor.userId, campaignType) : [],
    leavesOut ? [] : paidLeads(db, { ...of, freeSince }),
    excludedCriteria(ctx, criteria),
  ])
  const quoted: Quoted = { selection: { criteria, excludeIds, excludeCriteria, asOf, signal }, paid }
  const outcomes =
    campaignType === 'MAIL_READY'
      ? await splitToMail(clickhouse, quoted)
      : await splitToCall(clickhouse, quoted, await reachOf(ctx, desk, asOf))
  const split = splitOf(outcomes)
  return {
    campaignType,
    ...split,
    creditsPerLead: price.creditRequired,
    credits: (split.deliverable - split.free) * price.creditRequired,
    minQuantity: price.minCampaignVolume,
    dataAsOf: data.asOf?.toISOString() ?? null,
  }
}

async function reachOf({ db, actor }: Context, desk: ContactDesk, at: Date): Promise<Reach> {
  const plan = await scrubPlan(db, { userId: actor.userId, at })
  return { plan, withoutPhone: desk.vendor && isWithoutPhone(desk.vendor.name, at) }
}

/** Each property has one outcome, so the parts add up to all. */
function splitOf(outcomes: Outcomes) {
  const countOf = (outcome: string) => outcomes.get(outcome)?.leads ?? 0
  const suppressedBy = scrubResults.values
    .filter((result) => result !== 'CLEAN' && countOf(result) > 0)
    .map((result) => ({ result, count: countOf(result) }))
  return {
    matched: [...outcomes.values()].reduce((sum, { leads }) => sum + leads, 0),
    alreadyDelivered: countOf('DELIVERED'),
    free: outcomes.get('CLEAN')?.free ?? 0,
    noContact: countOf('NO_CONTACT') + countOf('NOT_TRACED'),
    notTraced: countOf('NOT_TRACED'),
    suppressed: suppressedBy.reduce((sum, { count }) => sum + count, 0),
    suppressedBy,
    deliverable: countOf('CLEAN'),
  }
}
