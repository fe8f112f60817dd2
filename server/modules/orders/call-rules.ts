import type { Waterfall } from '@dooryard/contract/order'
import { formatNumber, plural } from '../../platform/format.ts'

/** Candidates of one look, so that none is in the way of others for long. */
const mostAtOnce = 100_000
/** Each further look is at a tenth of those before it at least, so that there are not many of them. */
const leastGrowth = 0.1
/** However few of the first proved callable, the next look reckons with this share of its own. */
const leastShare = 0.05
const margin = 1.25

/** Each may cost money where a vendor is asked for its owner; known numbers cost nothing but time. */
const mostCandidates = (quantity: number, asksVendor: boolean) =>
  asksVendor ? 4 * quantity : Math.max(20 * quantity, 20_000)

/** How many candidates an order to call is begun with: more than it needs, since some of them may not be called. */
export const firstRound = (quantity: number, asksVendor: boolean): number =>
  Math.min(Math.max(Math.ceil(quantity * 1.5), quantity + 200), mostCandidates(quantity, asksVendor))

type Found = { quantity: number; considered: number; callable: number; asksVendor: boolean }

/** How many more candidates are looked at, by the share that proved callable so far; 0 once there are enough, or too many. */
export function nextRound({ quantity, considered, callable, asksVendor }: Found): number {
  const missing = quantity - callable
  if (missing <= 0) return 0
  const share = Math.max(callable / Math.max(considered, 1), leastShare)
  const wanted = Math.ceil(Math.max((missing / share) * margin, considered * leastGrowth, 50))
  return Math.max(0, Math.min(wanted, mostAtOnce, mostCandidates(quantity, asksVendor) - considered))
}

type CallWaterfall = Waterfall & { notCovered: number; isExhausted: boolean }

export function callShortfall(quantity: number, waterfall: CallWaterfall): string | undefined {
  const { matched, fresh, considered = 0, contactable = 0, callable = 0, selected, notAsked = 0 } = waterfall
  if (selected >= quantity) return undefined
  const { isExhausted, notCovered } = waterfall
  const before = matched - fresh
  const unknown = (isExhausted ? fresh : considered) - contactable
  const suppressed = contactable - callable
  const because = [
    plural(matched, 'property matches', 'properties match'),
    ...(before > 0 ? [`${plural(before, 'was', 'were')} delivered to you before`] : []),
    ...(isExhausted ? [] : [`${plural(considered, 'was', 'were')} looked at`]),
    ...(unknown > 0 ? [`for ${formatNumber(unknown)} no phone number of the owner is known`] : []),
    ...(notAsked > 0 ? [`of these ${formatNumber(notAsked)} because ${limitReached}`] : []),
    ...(suppressed > 0 ? [`${formatNumber(suppressed)} may not be called${reasonFor(notCovered)}`] : []),
  ].join(', ')
  return `${formatNumber(selected)} of ${plural(quantity, 'lead')}: ${because}.`
}

const limitReached = "the contact provider's daily limit is reached"
const noCopy = 'no current copy of the do-not-call registry covers'

const reasonFor = (notCovered: number) =>
  notCovered > 0 ? ` (of these ${formatNumber(notCovered)} because ${noCopy} their numbers)` : ''

export function nobodyToCall(waterfall: Omit<CallWaterfall, 'isExhausted'>): string {
  const { fresh, contactable = 0, notAsked = 0, notCovered } = waterfall
  if (fresh === 0) return 'No property matches these filters that was not delivered to you before.'
  if (contactable === 0 && notAsked > 0)
    return `No phone number is known for the owners of these properties, and ${limitReached}. Please order again tomorrow.`
  if (contactable === 0) return 'No phone number is known for the owners of the properties that match these filters.'
  if (notCovered === contactable)
    return `${noCopy.replace(/^n/, 'N')} the phone numbers of these owners, so none of them may be called.`
  const owners = plural(contactable, 'property whose owner has', 'properties whose owners have')
  return `None of the ${owners} a known phone number may be called${reasonFor(notCovered)}.`
}
