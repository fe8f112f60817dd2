import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { ListedSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { formatNumber, pluralize } from '../../lib/format/format.ts'

/** Normalizes a value: sorts its keys and removes empty parts. */
function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, part]) => [key, toCanonical(part)] as const)
    .filter(([, part]) => part !== undefined && !isEmptyGroup(part))
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const isEmptyGroup = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length === 0

/** Whether two criteria are equal, regardless of the order of keys. */
export const isSameCriteria = (one: Criteria, other: Criteria) =>
  JSON.stringify(toCanonical(one)) === JSON.stringify(toCanonical(other))

/**
 * The number of matches the lead finder shows for a saved search: all except the purchased ones; null when not counted.
 */
export const getFinderCount = ({ lastCount, delivered = 0 }: Pick<ListedSavedSearch, 'lastCount' | 'delivered'>) =>
  lastCount === null ? null : Math.max(0, lastCount - delivered)

/** `12 already purchased`: the matches the lead finder excludes; undefined when there are none. */
export const formatAlreadyPurchased = ({ delivered = 0 }: Pick<ListedSavedSearch, 'delivered'>) =>
  delivered > 0 ? `${formatNumber(delivered)} already purchased` : undefined

/** `400 new · 12 already purchased`, or `400 matches` when none is purchased; undefined when not counted. */
export function formatMatchCount(search: Pick<ListedSavedSearch, 'lastCount' | 'delivered'>): string | undefined {
  const count = getFinderCount(search)
  if (count === null) return undefined
  const purchased = formatAlreadyPurchased(search)
  return purchased ? `${formatNumber(count)} new · ${purchased}` : pluralize(count, 'match', 'matches')
}
