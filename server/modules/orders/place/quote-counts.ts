import { type CampaignType, scrubResults } from '@dooryard/contract/api/enums'
import { excludesPurchased } from '@dooryard/contract/criteria/criteria'
import type { QuoteCounts } from '@dooryard/contract/orders/order'
import type { DistinctOptions } from '@dooryard/contract/orders/quote/delivery-options'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import type { Services } from '../../../platform/context.ts'
import { buildNoPhoneSql, type ContactProvider } from '../../contacts/index.ts'
import { createScrubPlan } from '../../dnc/index.ts'
import type { Selection } from '../../properties/index.ts'
import { getOwnLeads } from '../purchases/own-leads.ts'
import {
  buildCallReadyOutcomes,
  buildMailReadyOutcomes,
  type CallReach,
  countMatches,
  hasOutcome,
  type LeadOutcome,
  type Matches,
  type OutcomeStatement,
  type Purchase,
  purchases,
  readOutcomes,
} from './quote.queries.ts'
import { estimateCallOutcomes, estimateMailOutcomes, getSampleBits, maxLeadsRead } from './quote-estimate.ts'

type QuoteServices = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'> & { contacts: ContactProvider }

export type OrderAudience = DistinctOptions & {
  userId: string
  campaignType: CampaignType
  /** Whether leads purchased for mail are included although purchased ones are excluded. */
  addPhones: boolean
  /** The order is placed already. */
  isPlaced?: boolean
  selection: Pick<Selection, 'criteria' | 'excludeCriteria' | 'asOf' | 'signal'>
}

/**
 * The selection that an order reads. Purchases count for 365 days before it was placed, also if they expire while it is
 * in progress.
 */
export async function getOrderSelection(
  stores: Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>,
  { userId, campaignType, addPhones, isPlaced, selection }: OrderAudience,
): Promise<Selection> {
  const { criteria, excludeCriteria = [] } = selection
  const ownLeads = await getOwnLeads(stores, {
    ...{ userId, at: selection.asOf, criteria: [criteria, ...excludeCriteria] },
    ...(isPlaced && { isPlaced }),
  })
  return { ...selection, ownLeads, excludedPart: campaignType === 'CALL_READY' && addPhones ? 'CALL' : 'ANY' }
}

/** How the matches of an audience narrow: each count is what is left after the one before. */
export type NarrowedCounts = {
  matched: number
  /** With an owner name and a full mailing address. */
  mailable: number
  /** Mailable ones that are not excluded as purchased, and all that are not. */
  freshMailable: number
  fresh: number
}

type OpenedQuote = {
  narrowed: NarrowedCounts
  /** Reads owners, addresses and phones, which costs more than the count of the matches. */
  countOutcomes: () => Promise<QuoteCounts>
}

/** Counts the matches of an audience; the rest of the quote is counted on demand. */
export async function openQuote(
  services: QuoteServices,
  audience: OrderAudience,
  maxRead = maxLeadsRead,
): Promise<OpenedQuote> {
  const selection = await getOrderSelection(services, audience)
  const matches = await countMatches(services.clickhouse, selection, audience.campaignType)
  const included = matches.filter(({ purchase }) => !isExcluded(purchase, selection))
  const narrowed = {
    matched: sumBy(matches, ({ leads }) => leads),
    mailable: sumBy(matches, ({ mailable }) => mailable),
    freshMailable: sumBy(included, ({ mailable }) => mailable),
    fresh: sumBy(included, ({ leads }) => leads),
  }
  const countOutcomes = async () => {
    const isSeparate = audience.campaignType === 'CALL_READY' || audience.onePerOwner || audience.onePerAddress
    const count = async (sampleBits: number): Promise<QuoteCounts> => {
      const outcomes = await (isSeparate
        ? readAudience(services, { audience, selection, matches, sampleBits })
        : estimateMailOutcomes(matches, [], sampleBits))
      const isEstimate = sampleBits > 0
      return { ...toQuoteCounts(outcomes.flatMap(separateDuplicates(selection)), selection), isEstimate }
    }
    const sampleBits = isSeparate ? getSampleBits(narrowed.fresh, maxRead) : 0
    return sampleBits === 0 ? count(0) : countSmall(await count(sampleBits), { count: () => count(0), maxRead })
  }
  return { narrowed, countOutcomes }
}

/**
 * Counts an audience whose estimate is less than an order can have, where the estimate would be taken for the most that
 * can be delivered; the estimate remains for one that is too broad to be read.
 */
async function countSmall(
  estimate: QuoteCounts,
  { count, maxRead }: { count: () => Promise<QuoteCounts>; maxRead: number },
): Promise<QuoteCounts> {
  if (estimate.deliverable + estimate.notTraced > maxRead) return estimate
  try {
    return await count()
  } catch (error) {
    if (error instanceof OverLimitError) return estimate
    throw error
  }
}

/** Counts what an order of the audience could deliver, and what of it is excluded and why. */
export const countQuote = async (
  services: QuoteServices,
  audience: OrderAudience,
  maxRead?: number,
): Promise<QuoteCounts> => (await openQuote(services, audience, maxRead)).countOutcomes()

type AudienceRead = { audience: OrderAudience; selection: Selection; matches: readonly Matches[]; sampleBits: number }

async function readAudience(services: QuoteServices, { audience, selection, matches, sampleBits }: AudienceRead) {
  const build = await getOutcomeBuilder(services, audience, selection)
  const { onePerOwner, onePerAddress } = audience
  const query = { onePerOwner, onePerAddress, included: listIncluded(selection) }
  const estimate = audience.campaignType === 'MAIL_READY' ? estimateMailOutcomes : estimateCallOutcomes
  return estimate(matches, await readOutcomes(services.clickhouse, build(sampleBits), query), sampleBits)
}

/** Builds the statement of an audience for a sample of its leads, as by `OutcomeOptions`. */
type BuildOutcomes = (sampleBits: number) => OutcomeStatement

async function getOutcomeBuilder(
  services: QuoteServices,
  { campaignType, userId, onePerOwner, onePerAddress }: OrderAudience,
  selection: Selection,
): Promise<BuildOutcomes> {
  const distinct = { onePerOwner, onePerAddress }
  if (campaignType === 'MAIL_READY')
    return (sampleBits) => buildMailReadyOutcomes(selection, { ...distinct, sampleBits })
  const reach = await getCallReach(services, userId)
  return (sampleBits) => buildCallReadyOutcomes(selection, { ...distinct, sampleBits }, reach)
}

/** One in 64 owners: of any large audience some are deliverable, if any are. */
const probeBits = 6

/**
 * Whether an order of the audience could deliver any lead, perhaps one whose owner a vendor has yet to be asked about.
 * Mostly a sample tells, so it costs less than the count.
 */
export async function hasDeliverable(services: QuoteServices, audience: OrderAudience): Promise<boolean> {
  const selection = await getOrderSelection(services, audience)
  const build = await getOutcomeBuilder(services, audience, selection)
  const wanted = { outcomes: ['CLEAN', 'NOT_TRACED'], included: listIncluded(selection) }
  const isAmong = (sampleBits: number) => hasOutcome(services.clickhouse, build(sampleBits), wanted)
  return (await isAmong(probeBits)) || (await isAmong(0))
}

const listIncluded = (selection: Selection): Purchase[] =>
  purchases.filter((purchase) => !isExcluded(purchase, selection))

const sumBy = <Item>(items: readonly Item[], read: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + read(item), 0)

const isExcluded = (purchase: Purchase, { criteria, excludedPart }: Selection) =>
  excludesPurchased(criteria) && (purchase === 'ALL' || (purchase === 'FOR_MAIL' && excludedPart === 'ANY'))

/** Counts those of the deliverable leads that are spared under an outcome of their own. */
const separateDuplicates =
  (selection: Selection) =>
  (lead: LeadOutcome): LeadOutcome[] => {
    if (lead.outcome !== 'CLEAN' || isExcluded(lead.purchase, selection)) return [lead]
    return [
      { ...lead, leads: lead.distinct },
      { ...lead, outcome: 'DUPLICATE', leads: lead.leads - lead.distinct },
    ]
  }

async function getCallReach({ db, clock, contacts }: QuoteServices, userId: string): Promise<CallReach> {
  const at = clock.now()
  const plan = await createScrubPlan(db, { userId, at })
  return { plan, withoutPhone: contacts.vendor && buildNoPhoneSql(contacts.vendor.name, at) }
}

/** Each lead has exactly one outcome, so the counts add up to the total. */
function toQuoteCounts(all: readonly LeadOutcome[], selection: Selection): Omit<QuoteCounts, 'isEstimate'> {
  const sum = (outcomes: readonly LeadOutcome[]) => sumBy(outcomes, ({ leads }) => leads)
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
