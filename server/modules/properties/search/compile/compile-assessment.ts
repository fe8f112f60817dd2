import {
  type Bind,
  type Clause,
  type ClauseByField,
  type CriteriaGroup,
  inList,
  inRange,
  matchesWordPrefixes,
  matchesWords,
  toWordsSql,
} from './clauses.ts'

/** The filters of what counties describe of buildings and land. */
export const compileBuilding = (
  bind: Bind,
  building: CriteriaGroup<'building'>,
): ClauseByField<CriteriaGroup<'building'>> => ({
  effectiveYear: inRange(bind, 'effective_year', building.effectiveYear),
  constructions: inCapitals(bind, 'construction', building.constructions),
  conditions: inCapitals(bind, 'condition', building.conditions),
  zoningCodes: inCapitals(bind, 'zoning', building.zoningCodes),
  subdivision: matchesWordPrefixes(bind, toWordsSql('subdivision'), building.subdivision),
  legalDescription: matchesWords(bind, toWordsSql('legal_description'), building.legalDescription),
})

const inCapitals = (bind: Bind, column: string, values: readonly string[] | undefined): Clause =>
  inList(
    bind,
    column,
    values?.map((value) => value.toUpperCase()),
  )

/** The filters of what assessors set: values and taxes. */
export const compileAssessment = (
  bind: Bind,
  assessment: CriteriaGroup<'assessment'>,
): ClauseByField<CriteriaGroup<'assessment'>> => ({
  landValue: inRange(bind, 'land_value', assessment.landValue),
  improvementValue: inRange(bind, 'improvement_value', assessment.improvementValue),
  valueYear: inRange(bind, 'value_year', assessment.valueYear),
  taxAmount: inRange(bind, 'tax_amount', assessment.taxAmount),
  taxYear: inRange(bind, 'tax_year', assessment.taxYear),
})
