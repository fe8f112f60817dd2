import type { OrderBreakdown } from '@dooryard/contract/orders/order'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'

/** Candidates per round, so that one order does not block others for long. */
const maxRoundSize = 100_000
/** Each further round covers at least a tenth of the candidates so far, which keeps the number of rounds low. */
const minGrowth = 0.1
/** Minimum callable share assumed for the next round, however few candidates proved callable so far. */
const minCallableShare = 0.05
const margin = 1.25

/** With a vendor each candidate may cost money; known numbers cost only time. */
const getMaxCandidates = (quantity: number, asksVendor: boolean) =>
  asksVendor ? 4 * quantity : Math.max(20 * quantity, 20_000)

/** Candidates in the first round of a call-ready order: more than ordered, since some will not be callable. */
export const getFirstRoundSize = (quantity: number, asksVendor: boolean): number =>
  Math.min(Math.max(Math.ceil(quantity * 1.5), quantity + 200), getMaxCandidates(quantity, asksVendor))

type RoundInput = { quantity: number; considered: number; callable: number; asksVendor: boolean }

/**
 * Candidates in the next round, estimated from the callable share so far; 0 once there are enough leads or the maximum
 * is reached.
 */
export function getNextRoundSize({ quantity, considered, callable, asksVendor }: RoundInput): number {
  const missing = quantity - callable
  if (missing <= 0) return 0
  const share = Math.max(callable / Math.max(considered, 1), minCallableShare)
  const wanted = Math.ceil(Math.max((missing / share) * margin, considered * minGrowth, 50))
  return Math.max(0, Math.min(wanted, maxRoundSize, getMaxCandidates(quantity, asksVendor) - considered))
}

type CallReadyBreakdown = OrderBreakdown & { notCovered: number; isExhausted: boolean; onePerOwner?: boolean }

export function formatCallShortfall(quantity: number, breakdown: CallReadyBreakdown): string | undefined {
  const { matched, fresh, considered = 0, contactable = 0, callable = 0, selected, notAsked = 0 } = breakdown
  if (selected >= quantity) return undefined
  const { isExhausted, notCovered, onePerOwner } = breakdown
  const alreadyDelivered = matched - fresh
  // With one lead per owner, those not considered may be further properties of owners who were.
  const withoutPhone = (isExhausted && !onePerOwner ? fresh : considered) - contactable
  const suppressed = contactable - callable
  const reasons = [
    pluralize(matched, 'property matches', 'properties match'),
    ...(alreadyDelivered > 0 ? [`${pluralize(alreadyDelivered, 'was', 'were')} already purchased`] : []),
    ...(isExhausted && !onePerOwner ? [] : [`${pluralize(considered, 'was', 'were')} looked at`]),
    ...(onePerOwner ? ['one of each owner'] : []),
    ...(withoutPhone > 0 ? [`for ${formatNumber(withoutPhone)} no phone number of the owner is known`] : []),
    ...(notAsked > 0 ? [`of these ${formatNumber(notAsked)} because ${limitReachedText}`] : []),
    ...(suppressed > 0 ? [`${formatNumber(suppressed)} may not be called${formatNotCovered(notCovered)}`] : []),
  ].join(', ')
  return `${formatNumber(selected)} of ${pluralize(quantity, 'lead')}: ${reasons}.`
}

const limitReachedText = "the contact provider's daily limit is reached"
const notCoveredText = 'no current copy of the do-not-call registry covers'

const formatNotCovered = (notCovered: number) =>
  notCovered > 0 ? ` (of these ${formatNumber(notCovered)} because ${notCoveredText} their numbers)` : ''

export function formatNothingCallable(breakdown: Omit<CallReadyBreakdown, 'isExhausted'>): string {
  const { matched, fresh, contactable = 0, notAsked = 0, notCovered } = breakdown
  if (matched === 0) return 'No property matches these filters.'
  if (fresh === 0) return 'You have already purchased all properties that match these filters.'
  if (contactable === 0 && notAsked > 0)
    return `No phone number is known for the owners of these properties, and ${limitReachedText}. Please order again tomorrow.`
  if (contactable === 0) return 'No phone number is known for the owners of the properties that match these filters.'
  if (notCovered === contactable)
    return `${notCoveredText.replace(/^n/, 'N')} the phone numbers of these owners, so none of them may be called.`
  const owners = pluralize(contactable, 'property whose owner has', 'properties whose owners have')
  return `None of the ${owners} a known phone number may be called${formatNotCovered(notCovered)}.`
}
