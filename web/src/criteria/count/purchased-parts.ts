import { type PurchasedPart, purchasedParts } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { PropertyCount } from '@dooryard/contract/properties/property-search'
import { formatNumber, toLowerFirst } from '../../lib/format/format.ts'
import { setCriteriaValue } from '../edit-criteria.ts'

type Counted = Pick<PropertyCount, 'count' | 'purchased'>

/** A part of a count; `part` is undefined for the leads outside the purchased ones. */
export type CountPart = { part: PurchasedPart | undefined; text: string; hint: string }

const orderOfParts = ['MAIL', 'CALL', 'BOTH'] as const
const shortLabels = { MAIL: 'mail', CALL: 'call', BOTH: 'both' } as const

/** The criteria limited to a part of the purchased leads, or no longer limited. */
export const selectPurchased = (criteria: Criteria, part: PurchasedPart | undefined): Criteria =>
  setCriteriaValue(criteria, 'only', 'purchased', part)

/** Whether purchased matches are in the count, because the criteria include them. */
const isInCount = ({ exclude, only }: Criteria) => exclude?.delivered === false || only?.orderId !== undefined

/**
 * The parts of a count by what was purchased, from criteria without a limit to purchased leads: the new ones, all
 * purchased ones, and these by what was purchased. Empty while nothing is purchased, unless a part is selected.
 */
export function listCountParts(criteria: Criteria, { count, purchased }: Counted, selected?: PurchasedPart) {
  if (purchased.total === 0 && selected === undefined) return undefined
  const { total, ...counts } = purchased
  const byPart = { MAIL: counts.mail, CALL: counts.call, BOTH: counts.both }
  const rest: CountPart = isInCount(criteria)
    ? { part: undefined, text: `${formatNumber(count)} match`, hint: 'All that match, with the purchased ones' }
    : { part: undefined, text: `${formatNumber(count)} new`, hint: 'Not purchased in the last 365 days' }
  const all: CountPart = {
    part: 'ANY',
    text: `${formatNumber(total)} already purchased`,
    hint: 'Only those you purchased in the last 365 days',
  }
  const details = orderOfParts
    .filter((part) => byPart[part] > 0 || part === selected)
    .map((part) => ({
      part,
      text: `${formatNumber(byPart[part])} ${shortLabels[part]}`,
      hint: purchasedParts.description(part),
    }))
  return { rest, all, details }
}

/** What the matches are, when some were purchased: `new` or `purchased`; undefined when they may be both, or neither. */
export function getMatchWord(criteria: Criteria, purchased: PropertyCount['purchased'] | undefined) {
  if (criteria.only?.purchased !== undefined) return 'purchased'
  return purchased && purchased.total > 0 && !isInCount(criteria) ? 'new' : undefined
}

/** `60 purchased for mail`: a count of criteria that are limited to a part of the purchased leads. */
export const formatPurchasedCount = (count: number, part: PurchasedPart): string =>
  `${formatNumber(count)} ${toLowerFirst(purchasedParts.label(part))}`
