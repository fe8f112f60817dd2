import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { ListedSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { toCanonicalJson } from '../../lib/format/canonical-json.ts'
import { formatNumber, pluralize } from '../../lib/format/format.ts'

/** Whether two criteria are equal, regardless of the order of keys. */
export const isSameCriteria = (one: Criteria, other: Criteria) => toCanonicalJson(one) === toCanonicalJson(other)

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
