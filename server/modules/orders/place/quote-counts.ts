import { type CampaignType, scrubResults } from '@dooryard/contract/api/enums'
import { excludesPurchased } from '@dooryard/contract/criteria/criteria'
import type { QuoteCounts } from '@dooryard/contract/orders/order'
import type { DistinctOptions } from '@dooryard/contract/orders/quote/delivery-options'
import type { Services } from '../../../platform/context.ts'
import { buildNoPhoneSql, type ContactProvider } from '../../contacts/index.ts'
import { createScrubPlan } from '../../dnc/index.ts'
import type { Selection } from '../../properties/index.ts'
import { getOwnLeads } from '../purchases/own-leads.ts'
import {
  buildCallReadyOutcomes,
  buildMailReadyOutcomes,
  type CallReach,
  hasOutcome,
  type LeadOutcome,
  type OutcomeStatement,
  type Purchase,
  purchases,
  readDistinctLeads,
  readOutcomes,
} from './quote.queries.ts'

type QuoteServices = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'> & { contacts: ContactProvider }

export type OrderAudience = DistinctOptions & {
  userId: string
  campaignType: CampaignType
  /** Whether leads purchased for mail are included although purchased ones are excluded. */
  addPhones: boolean
  selection: Pick<Selection, 'criteria' | 'excludeCriteria' | 'asOf' | 'signal'>
}

/**
 * The selection that an order reads. Purchases count for 365 days before it was placed, also if they expire while it is
 * in progress.
 */
export async function getOrderSelection(
  stores: Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>,
  { userId, campaignType, addPhones, selection }: OrderAudience,
): Promise<Selection> {
  const { criteria, excludeCriteria = [] } = selection
  const ownLeads = await getOwnLeads(stores, { userId, at: selection.asOf, criteria: [criteria, ...excludeCriteria] })
  return { ...selection, ownLeads, excludedPart: campaignType === 'CALL_READY' && addPhones ? 'CALL' : 'ANY' }
}

/** Counts what an order of the audience could deliver, and what of it is excluded and why. */
export async function countQuote(services: QuoteServices, audience: OrderAudience): Promise<QuoteCounts> {
  const { clickhouse } = services
  const selection = await getOrderSelection(services, audience)
  const build = await getOutcomeBuilder(services, audience, selection)
  const included = listIncluded(selection)
  const [outcomes, distinct] = await Promise.all([
    readOutcomes(clickhouse, build()),
    audience.onePerOwner || audience.onePerAddress
      ? readDistinctLeads(clickhouse, build(), { ...audience, included })
      : undefined,
  ])
  return toQuoteCounts(distinct ? separateDuplicates(outcomes, { distinct, included }) : outcomes, selection)
}

/**
 * Whether an order of the audience could deliver any lead, perhaps one whose owner a vendor has yet to be asked about.
 * Stops at the first, so it costs less than the count.
 */
export async function hasDeliverable(services: QuoteServices, audience: OrderAudience): Promise<boolean> {
  const selection = await getOrderSelection(services, audience)
  const build = await getOutcomeBuilder(services, audience, selection)
  const wanted = { outcomes: ['CLEAN', 'NOT_TRACED'], included: listIncluded(selection) }
  return hasOutcome(services.clickhouse, build(), wanted)
}

async function getOutcomeBuilder(
  services: QuoteServices,
  audience: OrderAudience,
  selection: Selection,
): Promise<() => OutcomeStatement> {
  if (audience.campaignType === 'MAIL_READY') return () => buildMailReadyOutcomes(selection, audience)
  const reach = await getCallReach(services, audience.userId)
  return () => buildCallReadyOutcomes(selection, audience, reach)
}

const listIncluded = (selection: Selection): Purchase[] =>
  purchases.filter((purchase) => !isExcluded(purchase, selection))

const isExcluded = (purchase: Purchase, { criteria, excludedPart }: Selection) =>
  excludesPurchased(criteria) && (purchase === 'ALL' || (purchase === 'FOR_MAIL' && excludedPart === 'ANY'))

type DistinctCounts = { distinct: ReadonlyMap<Purchase, number>; included: readonly Purchase[] }

/** Counts those of the deliverable leads that are spared under an outcome of their own. */
const separateDuplicates = (outcomes: readonly LeadOutcome[], { distinct, included }: DistinctCounts): LeadOutcome[] =>
  outcomes.flatMap((lead) => {
    if (lead.outcome !== 'CLEAN' || !included.includes(lead.purchase)) return [lead]
    const leads = distinct.get(lead.purchase) ?? 0
    return [
      { ...lead, leads },
      { ...lead, outcome: 'DUPLICATE', leads: lead.leads - leads },
    ]
  })

async function getCallReach({ db, clock, contacts }: QuoteServices, userId: string): Promise<CallReach> {
  const at = clock.now()
  const plan = await createScrubPlan(db, { userId, at })
  return { plan, withoutPhone: contacts.vendor && buildNoPhoneSql(contacts.vendor.name, at) }
}

/** Each lead has exactly one outcome, so the counts add up to the total. */
function toQuoteCounts(all: readonly LeadOutcome[], selection: Selection): QuoteCounts {
  const sum = (leads: readonly LeadOutcome[]) => leads.reduce((total, { leads }) => total + leads, 0)
  const excluded = all.filter(({ purchase }) => isExcluded(purchase, selection))
  const included = all.filter((lead) => !excluded.includes(lead))
  const countOutcome = (outcome: string) => sum(included.filter((lead) => lead.outcome === outcome))
  const countClean = (purchase: LeadOutcome['purchase'], leads: readonly LeadOutcome[]) =>
    sum(leads.filter((lead) => lead.outcome === 'CLEAN' && lead.purchase === purchase))
  const suppressedBy = scrubResults.values
    .filter((result) => result !== 'CLEAN' && countOutcome(result) > 0)
    .map((result) => ({ result, count: countOutcome(result) }))
  return {
    matched: sum(all),
    alreadyDelivered: sum(excluded),
    purchased: sum(excluded.filter(({ purchase }) => purchase === 'ALL')),
    purchasedForMail: sum(excluded.filter(({ purchase }) => purchase === 'FOR_MAIL')),
    phonesToAdd: countClean('FOR_MAIL', all),
    free: countClean('ALL', included),
    duplicates: countOutcome('DUPLICATE'),
    noContact: countOutcome('NO_CONTACT') + countOutcome('NOT_TRACED'),
    notTraced: countOutcome('NOT_TRACED'),
    suppressed: suppressedBy.reduce((total, { count }) => total + count, 0),
    suppressedBy,
    deliverable: countOutcome('CLEAN'),
  }
}
