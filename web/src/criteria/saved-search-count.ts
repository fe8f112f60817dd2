import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { formatNumber, plural } from '../lib/format.ts'

/** How many matches of a saved search the lead finder shows: all but those delivered before; null where it was not counted. */
export const countInFinder = ({ lastCount, delivered = 0 }: Pick<ListedSavedSearch, 'lastCount' | 'delivered'>) =>
  lastCount === null ? null : Math.max(0, lastCount - delivered)

/** `12 more yours already`: what the lead finder leaves out; nothing where there is none. */
export const yoursInWords = ({ delivered = 0 }: Pick<ListedSavedSearch, 'delivered'>) =>
  delivered > 0 ? `${formatNumber(delivered)} more yours already` : undefined

/** `400 matches, 12 more yours already`; nothing where it was not counted. */
export function countInWords(search: Pick<ListedSavedSearch, 'lastCount' | 'delivered'>): string | undefined {
  const count = countInFinder(search)
  if (count === null) return undefined
  return [plural(count, 'match', 'matches'), yoursInWords(search)].filter(Boolean).join(', ')
}
