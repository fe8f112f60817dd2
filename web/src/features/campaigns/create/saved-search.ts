import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { setCriteriaValue } from '../../../criteria/edit-criteria.ts'
import { type ExclusionKey, exclusionKeys } from '../../../criteria/exclusions/exclusion-kinds.ts'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { type CampaignDraft, replaceFilters } from './campaign-draft.ts'

const listExcluded = (key: ExclusionKey, ...all: Criteria[]) => [
  ...new Set(all.flatMap(({ exclude }) => exclude?.[key] ?? [])),
]

/**
 * Applies the filters of a saved search to the draft and adds its exclusions to the existing ones. A search is never
 * excluded from itself, since nothing would remain.
 */
export function toDraftChange(
  { id, name, criteria }: SavedSearch,
  { criteria: before }: CampaignDraft,
): Partial<CampaignDraft> {
  const exclusions = exclusionKeys.reduce<Criteria>(
    (merged, key) => {
      const ids = listExcluded(key, before, criteria).filter((other) => other !== id)
      return setCriteriaValue(merged, 'exclude', key, ids)
    },
    { exclude: { ...before.exclude, ...criteria.exclude } },
  )
  return { criteria: replaceFilters(exclusions, criteria), source: { id, name, criteria } }
}

/** Whether the filters differ from the saved search that they came from. */
export const isEdited = ({ criteria, source }: CampaignDraft) =>
  source !== undefined && !isSameCriteria(replaceFilters({}, criteria), replaceFilters({}, source.criteria))
