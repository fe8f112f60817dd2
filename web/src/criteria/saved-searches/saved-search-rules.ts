import type { Criteria } from '@dooryard/contract/criteria'
import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { formatNumber, plural } from '../../lib/format.ts'

/** The same whatever the order of keys, and without those that say nothing. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, part]) => [key, canonical(part)] as const)
    .filter(([, part]) => part !== undefined && !isEmptyGroup(part))
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const isEmptyGroup = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length === 0

/** Whether two criteria ask for the same, in the same words. */
export const isSameCriteria = (one: Criteria, other: Criteria) =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))

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
