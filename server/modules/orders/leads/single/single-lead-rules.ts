import { type CampaignType, scrubResults } from '@dooryard/contract/api/enums'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { OrderBreakdown, QuoteCounts } from '@dooryard/contract/orders/order'
import type { LeadOffer } from '@dooryard/contract/orders/single-leads'

type LeadPrice = Pick<CreditSetting, 'key' | 'creditRequired' | 'isActive'> & { creditsToAddPhones: number }

/**
 * What of a lead can still be ordered, in credits, given the campaign types it was purchased with. Phones come with the
 * mailing data, so who has them needs neither.
 */
export function listOffers(purchased: readonly CampaignType[], prices: readonly LeadPrice[]): LeadOffer[] {
  if (purchased.includes('CALL_READY')) return []
  const isForMail = purchased.includes('MAIL_READY')
  return prices
    .filter(({ key, isActive }) => isActive && !(key === 'MAIL_READY' && isForMail))
    .map(({ key, creditRequired, creditsToAddPhones }) => ({
      campaignType: key,
      credits: isForMail ? creditsToAddPhones : creditRequired,
    }))
}

/**
 * The criteria of an order of one lead. Purchased leads are included, so that of two orders that meet the second is a
 * free repeat; of a lead purchased for mail only the price of its phones is held.
 */
export const buildSingleCriteria = (propertyId: string, isForMail: boolean): Criteria =>
  isForMail
    ? { only: { propertyIds: [propertyId], purchased: 'MAIL_ONLY' } }
    : { only: { propertyIds: [propertyId] }, exclude: { delivered: false } }

const directions = /^(?:[NS][EW]?|[EW])$/

const toTitleCase = (text: string) =>
  text.replace(/\S+/g, (word) => (directions.test(word) ? word : word[0] + word.slice(1).toLowerCase()))

type NamedProperty = { address: string | null; city: string | null; state: string; apn: string }

/** The name of its order: the address, or the parcel where there is none. */
export function buildOrderName({ address, city, state, apn }: NamedProperty): string {
  const place = [...(city ? [toTitleCase(city)] : []), state].join(', ')
  return `${address ? toTitleCase(address) : `Parcel ${apn}`}, ${place}`.slice(0, 100)
}

type FailedOrder = {
  campaignType: CampaignType
  failureReason: string | null
  breakdown: OrderBreakdown | undefined
  quote: Pick<QuoteCounts, 'suppressedBy'> | undefined
}

/** Why an order of one lead delivered nothing, where the sentences about many leads do not fit. */
export function formatSingleFailure({ campaignType, failureReason, breakdown, quote }: FailedOrder) {
  if (!breakdown || breakdown.selected > 0) return failureReason ?? undefined
  const { matched, mailable, considered, contactable, callable, notAsked = 0 } = breakdown
  if (matched === 0) return ownerChanged
  if (campaignType === 'MAIL_READY' && mailable === 0) return noMailingAddress
  if (considered === 0 || (contactable === 0 && notAsked === 0)) return noPhone
  if (contactable && callable === 0) return `No phone of the owner may be called${formatResults(quote)}.`
  return failureReason ?? undefined
}

/** Why an order of one lead could deliver nothing, so that it is refused. */
export function formatSingleRefusal(campaignType: CampaignType, { matched, suppressedBy }: QuoteCounts): string {
  if (matched === 0) return ownerChanged
  if (campaignType === 'MAIL_READY') return noMailingAddress
  return suppressedBy.length > 0 ? `No phone of the owner may be called${formatResults({ suppressedBy })}.` : noPhone
}

const ownerChanged = 'The property or its owner has changed since. Please look at it again.'
const noMailingAddress = 'No full mailing address of the owner is known.'
const noPhone = 'No phone of the owner is known.'

function formatResults(quote: FailedOrder['quote']) {
  const labels = quote?.suppressedBy.map(({ result }) => scrubResults.label(result)) ?? []
  return labels.length > 0 ? ` (${labels.join(', ')})` : ''
}
