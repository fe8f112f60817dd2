import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { type CampaignDraft, replaceFilters } from './campaign-draft.ts'

/**
 * Applies the filters of a saved search to the draft and adds its exclusions to the existing ones. A search is never
 * excluded from itself, since nothing would remain.
 */
export function toDraftChange(
  { id, name, criteria }: SavedSearch,
  { criteria: before }: CampaignDraft,
): Partial<CampaignDraft> {
  const exclude = { ...before.exclude, ...criteria.exclude }
  const both = [...(before.exclude?.savedSearchIds ?? []), ...(criteria.exclude?.savedSearchIds ?? [])]
  const savedSearchIds = [...new Set(both)].filter((other) => other !== id)
  const { savedSearchIds: _, ...others } = exclude
  const all = { ...others, ...(savedSearchIds.length > 0 && { savedSearchIds }) }
  const filled = replaceFilters(Object.keys(all).length > 0 ? { exclude: all } : {}, criteria)
  return { criteria: filled, source: { id, name, criteria } }
}

/** Whether the filters differ from the saved search that they came from. */
export const isEdited = ({ criteria, source }: CampaignDraft) =>
  source !== undefined && !isSameCriteria(replaceFilters({}, criteria), replaceFilters({}, source.criteria))
