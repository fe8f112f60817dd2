import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type CriteriaIds, joinCriteria, splitCriteria } from '@dooryard/contract/criteria/criteria-ids'
import type { CriteriaSummary } from '@dooryard/contract/criteria/criteria-summary'
import { pluralize } from '../../../platform/util/format.ts'
import { getCountyName } from '../places/county-names.ts'
import { toTitleCase } from '../places/name-search.ts'
import { getStateName } from '../places/states.ts'

export function toCriteriaColumns(whole: Criteria) {
  const { criteria, ids } = splitCriteria(whole)
  return { criteria: JSON.stringify(criteria), criteriaIds: ids && JSON.stringify(ids) }
}

/** Joins the two stored columns into criteria. Only validated criteria are ever written to them. */
export const toCriteria = (row: { criteria: unknown; criteriaIds: unknown }): Criteria =>
  joinCriteria({ criteria: row.criteria as Criteria, ids: row.criteriaIds as CriteriaIds | null })

type FirstPlace =
  | { kind: 'states' | 'counties' | 'cities' | 'zips'; value: string }
  | { kind: 'near'; miles: number }
  | { kind: 'polygons'; areas: number }

type CriteriaFacts = Omit<CriteriaSummary, 'places'> & {
  places: number
  firstPlace: FirstPlace | null
  excludesDelivered: boolean
}

type FactsRow = { criteriaFacts: unknown }

// Written only by the database function `criteria_facts`.
const getFacts = ({ criteriaFacts }: FactsRow) => criteriaFacts as CriteriaFacts

export function toCriteriaSummary(row: FactsRow): CriteriaSummary {
  const { places, firstPlace, excludesDelivered: _, ...others } = getFacts(row)
  return { ...others, places: firstPlace && formatPlaces(firstPlace, places) }
}

/** True unless the criteria say otherwise. */
export const excludesDelivered = (row: FactsRow): boolean => getFacts(row).excludesDelivered

/** `Davidson County, TN and 2 more`. */
const formatPlaces = (first: FirstPlace, places: number) =>
  places > 1 ? `${formatPlace(first)} and ${places - 1} more` : formatPlace(first)

function formatPlace(place: FirstPlace): string {
  switch (place.kind) {
    case 'states':
      return getStateName(place.value)
    case 'counties':
      return getCountyName(place.value)
    case 'cities':
      return `${toTitleCase(place.value.slice(3))}, ${place.value.slice(0, 2)}`
    case 'zips':
      return `ZIP ${place.value}`
    case 'near':
      return `Within ${pluralize(place.miles, 'mile')} of a point`
    case 'polygons':
      return place.areas === 1 ? 'One drawn area' : `${place.areas} drawn areas`
  }
}
