import { Criteria } from './criteria.ts'
import { countCriteriaIds, splitCriteria } from './criteria-ids.ts'

/** As JSON, without the property ids. */
export const maxCriteriaBytes = 100_000

export const maxCriteriaIds = 10_000

const formatCount = (count: number) => count.toLocaleString('en-US')

export function getCriteriaSizeError(whole: Criteria): string | null {
  const { criteria, ids } = splitCriteria(whole)
  const count = ids ? countCriteriaIds(ids) : 0
  if (count > maxCriteriaIds)
    return `These filters name ${formatCount(count)} single properties, and ${formatCount(maxCriteriaIds)} is the most. Take some back, or set a filter that excludes them.`
  const bytes = new TextEncoder().encode(JSON.stringify(criteria)).length
  if (bytes <= maxCriteriaBytes) return null
  const most = `${maxCriteriaBytes / 1000} kB`
  return `These filters take ${formatCount(Math.ceil(bytes / 1000))} kB, and ${most} is the most. Draw fewer or simpler areas, or name fewer places.`
}

export const StoredCriteria = Criteria.superRefine((criteria, check) => {
  const message = getCriteriaSizeError(criteria)
  if (message) check.addIssue({ code: 'custom', message })
})
