import { Criteria } from './criteria.ts'
import { countIds, partCriteria } from './criteria-ids.ts'

/** The most bytes that stored criteria have as JSON, their property ids apart. */
export const mostCriteriaBytes = 100_000

/** The most property ids that stored criteria have, wherever in them they stand. */
export const mostCriteriaIds = 10_000

const formatCount = (count: number) => count.toLocaleString('en-US')

/** Why criteria cannot be stored: what is too large about them, and what to do; null where they can. */
export function whyTooLarge(whole: Criteria): string | null {
  const { criteria, ids } = partCriteria(whole)
  const count = ids ? countIds(ids) : 0
  if (count > mostCriteriaIds)
    return `These filters name ${formatCount(count)} single properties, and ${formatCount(mostCriteriaIds)} is the most. Take some back, or set a filter that excludes them.`
  const bytes = new TextEncoder().encode(JSON.stringify(criteria)).length
  if (bytes <= mostCriteriaBytes) return null
  const most = `${mostCriteriaBytes / 1000} kB`
  return `These filters take ${formatCount(Math.ceil(bytes / 1000))} kB, and ${most} is the most. Draw fewer or simpler areas, or name fewer places.`
}

/** Criteria that are to be kept: in a saved search, a campaign or an order. */
export const StoredCriteria = Criteria.superRefine((criteria, check) => {
  const message = whyTooLarge(criteria)
  if (message) check.addIssue({ code: 'custom', message })
})
