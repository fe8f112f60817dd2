import { Criteria } from './criteria.ts'
import { countIds, partCriteria } from './criteria-ids.ts'

/** As JSON, without their property ids. */
export const mostCriteriaBytes = 100_000

export const mostCriteriaIds = 10_000

const formatCount = (count: number) => count.toLocaleString('en-US')

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

export const StoredCriteria = Criteria.superRefine((criteria, check) => {
  const message = whyTooLarge(criteria)
  if (message) check.addIssue({ code: 'custom', message })
})
