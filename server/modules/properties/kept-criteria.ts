import type { Criteria } from '@dooryard/contract/criteria'
import { type CriteriaIds, partCriteria, wholeCriteria } from '@dooryard/contract/criteria-ids'
import type { CriteriaSummary } from '@dooryard/contract/criteria-summary'
import { plural } from '../../platform/format.ts'
import { countyName } from './places/county-names.ts'
import { inTitleCase } from './places/name-search.ts'
import { stateName } from './places/states.ts'

export function criteriaColumns(whole: Criteria) {
  const { criteria, ids } = partCriteria(whole)
  return { criteria: JSON.stringify(criteria), criteriaIds: ids && JSON.stringify(ids) }
}

/** The whole criteria that two columns keep, which only validated criteria were ever written to. */
export const criteriaOf = (row: { criteria: unknown; criteriaIds: unknown }): Criteria =>
  wholeCriteria({ criteria: row.criteria as Criteria, ids: row.criteriaIds as CriteriaIds | null })

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

// Written by the function `criteria_facts` of the database alone.
const factsOf = ({ criteriaFacts }: FactsRow) => criteriaFacts as CriteriaFacts

export function summaryOf(row: FactsRow): CriteriaSummary {
  const { places, firstPlace, excludesDelivered: _, ...others } = factsOf(row)
  return { ...others, places: firstPlace && placesInWords(firstPlace, places) }
}

/** They do unless they say otherwise. */
export const excludesDelivered = (row: FactsRow): boolean => factsOf(row).excludesDelivered

/** `Davidson County, TN and 2 more`. */
const placesInWords = (first: FirstPlace, places: number) =>
  places > 1 ? `${placeInWords(first)} and ${places - 1} more` : placeInWords(first)

function placeInWords(place: FirstPlace): string {
  switch (place.kind) {
    case 'states':
      return stateName(place.value)
    case 'counties':
      return countyName(place.value)
    case 'cities':
      return `${inTitleCase(place.value.slice(3))}, ${place.value.slice(0, 2)}`
    case 'zips':
      return `ZIP ${place.value}`
    case 'near':
      return `Within ${plural(place.miles, 'mile')} of a point`
    case 'polygons':
      return place.areas === 1 ? 'One drawn area' : `${place.areas} drawn areas`
  }
}
