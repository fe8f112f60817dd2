import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { useCriterionNames } from '../exclusions/exclusions.data.ts'
import { useCountyName } from '../places/places.data.ts'
import { type CriterionLabel, formatCriteria } from './format-criteria.ts'

/** The labels of criteria, with the names that only the server knows. */
export function useCriterionLabels(criteria: Criteria): CriterionLabel[] {
  const getCountyName = useCountyName(criteria.location?.counties)
  return formatCriteria(criteria, getCountyName, useCriterionNames(criteria))
}
