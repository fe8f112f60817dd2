import type { Criteria } from './criteria.ts'

export type CriteriaIds = { exclude?: string[]; only?: string[]; stacked?: Record<string, string[]> }

export type SplitCriteria = { criteria: Criteria; ids: CriteriaIds | null }

export function splitCriteria(whole: Criteria): SplitCriteria {
  const criteria = { ...whole }
  const ids: CriteriaIds = {}
  if (criteria.only?.propertyIds) {
    const { propertyIds, ...only } = criteria.only
    ids.only = propertyIds
    if (Object.keys(only).length > 0) criteria.only = only
    else delete criteria.only
  }
  if (criteria.exclude?.propertyIds?.length) {
    const { propertyIds, ...exclude } = criteria.exclude
    ids.exclude = propertyIds
    criteria.exclude = exclude
  }
  if (criteria.stack) {
    const stacked: Record<string, string[]> = {}
    const of = criteria.stack.of.map((search, at) => {
      if (!search.criteria.exclude?.propertyIds?.length) return search
      const { propertyIds, ...exclude } = search.criteria.exclude
      stacked[at] = propertyIds
      return { ...search, criteria: { ...search.criteria, exclude } }
    })
    criteria.stack = { ...criteria.stack, of }
    if (Object.keys(stacked).length > 0) ids.stacked = stacked
  }
  return { criteria, ids: Object.keys(ids).length > 0 ? ids : null }
}

export function joinCriteria({ criteria, ids }: SplitCriteria): Criteria {
  if (!ids) return criteria
  const { exclude, only, stacked = {} } = ids
  const { stack } = criteria
  const of = stack?.of.map((search, at) => {
    const propertyIds = stacked[at]
    if (!propertyIds) return search
    return { ...search, criteria: { ...search.criteria, exclude: { ...search.criteria.exclude, propertyIds } } }
  })
  return {
    ...criteria,
    ...(stack && of && { stack: { ...stack, of } }),
    ...(only && { only: { ...criteria.only, propertyIds: only } }),
    ...(exclude && { exclude: { ...criteria.exclude, propertyIds: exclude } }),
  }
}

export const countCriteriaIds = ({ exclude = [], only = [], stacked = {} }: CriteriaIds): number =>
  Object.values(stacked).reduce((sum, ids) => sum + ids.length, exclude.length + only.length)
