import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { type Draft, withFilters } from './draft.ts'

/**
 * The draft with the filters of a saved search, and with its exclusions beside those there are. A search is not left out of
 * itself, since nothing would be left.
 */
export function toDraftChange({ id, name, criteria }: SavedSearch, { criteria: before }: Draft): Partial<Draft> {
  const exclude = { ...before.exclude, ...criteria.exclude }
  const both = [...(before.exclude?.savedSearchIds ?? []), ...(criteria.exclude?.savedSearchIds ?? [])]
  const savedSearchIds = [...new Set(both)].filter((other) => other !== id)
  const { savedSearchIds: _, ...others } = exclude
  const all = { ...others, ...(savedSearchIds.length > 0 && { savedSearchIds }) }
  const filled = withFilters(Object.keys(all).length > 0 ? { exclude: all } : {}, criteria)
  return { criteria: filled, source: { id, name, criteria } }
}

/** Whether the filters are no longer those of the saved search they were taken from. */
export const isEdited = ({ criteria, source }: Draft) =>
  source !== undefined && !isSameCriteria(withFilters({}, criteria), withFilters({}, source.criteria))
