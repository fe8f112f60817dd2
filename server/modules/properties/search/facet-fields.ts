import { type FacetKey, facetKeys, type RangeFacetKey, type ValueFacetKey } from '@dooryard/contract/properties/facets'
import { signalMask, targetTypeMask } from '../records/bit-masks.ts'
import type { Bind, Clause } from './compile/clauses.ts'
import { hasContactSql, yearsOwnedSql } from './compile/compile-criteria.ts'
import { compileLoanCondition } from './compile/compile-mortgage.ts'
import type { Selection } from './compile/selection.ts'

/** How a field's values are stored: one text ('' is unknown), a bit mask, a list or a number. */
export type FacetField =
  | { kind: 'text'; sql: string }
  | { kind: 'mask'; sql: string; getName: (bit: number) => string | undefined }
  | { kind: 'list'; sql: string }
  | { kind: 'number'; sql: string; edges: readonly number[] }

/** The criteria clause of a facet's own field, which its counts ignore. Location facets keep their clause. */
export function getOwnClauseKey(key: FacetKey): string | undefined {
  if (key.startsWith('location.')) return undefined
  return key === 'mortgage.loanTypes' || key === 'mortgage.lenderTypes' ? 'mortgage.loan' : key
}

type FieldFactory = (bind: Bind, selection: Selection) => FacetField

const textField =
  (sql: string): FieldFactory =>
  () => ({ kind: 'text', sql })

const yesNoField = (sql: string) => textField(`multiIf(${sql} = true, 'true', ${sql} = false, 'false', '')`)

const maskField =
  (sql: string, mask: { fromMask: (sum: number) => string[] }): FieldFactory =>
  () => ({ kind: 'mask', sql, getName: (bit) => mask.fromMask(2 ** bit)[0] })

const loanField =
  (own: 'loanTypes' | 'lenderTypes'): FieldFactory =>
  (bind, { criteria, asOf }) => {
    const { [own]: _, ...others } = criteria.mortgage ?? {}
    const columns = { loan_type: 'mortgages.loan_type', lender_type: 'mortgages.lender_type' }
    const [first, second] =
      own === 'loanTypes' ? (['loan_type', 'lender_type'] as const) : (['lender_type', 'loan_type'] as const)
    const loanClause: Clause = compileLoanCondition(bind, others, asOf)
    const loans = loanClause
      ? `arrayFilter((${first}, ${second}, words, originated_on) -> ifNull(${loanClause}, false),
          ${columns[first]}, ${columns[second]}, lender_words, mortgages.originated_on)`
      : columns[first]
    const types = `cast(arraySort(arrayDistinct(${loans})), 'Array(String)')`
    return { kind: 'list', sql: `if(isNull(open_loans), [''], ${types})` }
  }

const numberField =
  (sql: string, edges: readonly number[]): FieldFactory =>
  () => ({ kind: 'number', sql, edges })

/** Edges of evenly wide ranges; 24 ranges by default. */
const evenEdges = (step: number, from: number = step, borders = 23) =>
  Array.from({ length: borders }, (_, at) => from + at * step)

/** Edges that grow with the value: 1, 2 and 5 times each power of ten. */
const growingEdges = (from: number, borders: number) =>
  Array.from({ length: borders }, (_, at) => from * 10 ** Math.floor(at / 3) * ([1, 2, 5][at % 3] ?? 1))

const fieldFactories: Record<ValueFacetKey, FieldFactory> & Record<RangeFacetKey, FieldFactory> = {
  'location.states': textField('state'),
  'location.counties': textField('county_fips'),
  'location.cities': textField("if(city = '', '', concat(state, ':', city))"),
  'location.zips': textField('zip'),
  'property.assetClasses': textField('asset_class'),
  'property.assetSubGroups': textField('asset_sub_group'),
  'property.assetUseTypes': textField('asset_use_type'),
  'owner.ownerTypes': textField('owner_type'),
  'owner.occupancies': textField('occupancy'),
  'owner.acquiredByQc': textField('acquired_by_qc'),
  'owner.targetTypes': maskField('target_types', targetTypeMask),
  'owner.mailingStates': textField('mailing_state'),
  'mortgage.loanTypes': loanField('loanTypes'),
  'mortgage.lenderTypes': loanField('lenderTypes'),
  'sale.deedTypes': textField('last_sale_deed_type'),
  'sale.cashPurchase': yesNoField('cash_purchase'),
  'sale.armsLength': yesNoField('arms_length'),
  'signals.anyOf': maskField('signals', signalMask),
  'contact.hasPhone': textField(`if(${hasContactSql('PHONE')}, 'true', 'false')`),
  'contact.hasEmail': textField(`if(${hasContactSql('EMAIL')}, 'true', 'false')`),
  'owner.homestead': yesNoField('is_homestead'),
  'building.constructions': textField('construction'),
  'building.conditions': textField('condition'),
  'building.zoningCodes': textField('zoning'),
  'property.bedrooms': numberField('bedrooms', evenEdges(1, 1, 10)),
  'property.bathrooms': numberField('bathrooms', evenEdges(0.5, 1, 15)),
  'property.livingAreaSqft': numberField('living_area_sqft', evenEdges(250)),
  'property.lotSqft': numberField('lot_sqft', growingEdges(100, 18)),
  'property.yearBuilt': numberField('year_built', evenEdges(6, 1890)),
  'property.units': numberField('units', growingEdges(1, 12)),
  'property.stories': numberField('stories', evenEdges(1)),
  'property.estimatedValue': numberField('estimated_value', evenEdges(50_000)),
  'property.assessedValue': numberField('assessed_value', evenEdges(50_000)),
  'owner.yearsOwned': (bind, { asOf }) => ({ kind: 'number', sql: yearsOwnedSql(bind, asOf), edges: evenEdges(2) }),
  'owner.propertiesOwned': numberField('properties_owned', growingEdges(1, 12)),
  'mortgage.openLoans': numberField('open_loans', evenEdges(1, 1, 4)),
  'mortgage.balance': numberField('open_balance', evenEdges(50_000)),
  'mortgage.ltvPercent': numberField('ltv_percent', evenEdges(5)),
  'mortgage.equityPercent': numberField('equity_percent', evenEdges(5, 0)),
  'mortgage.equityAmount': numberField('equity_amount', evenEdges(50_000, 0)),
  'sale.price': numberField('last_sale_price', evenEdges(50_000)),
  'building.effectiveYear': numberField('effective_year', evenEdges(6, 1890)),
  'assessment.landValue': numberField('land_value', evenEdges(20_000)),
  'assessment.improvementValue': numberField('improvement_value', evenEdges(50_000)),
  'assessment.valueYear': numberField('value_year', evenEdges(1, 2009)),
  'assessment.taxAmount': numberField('tax_amount', evenEdges(500)),
  'assessment.taxYear': numberField('tax_year', evenEdges(1, 2009)),
}

export const getFacetField = (key: FacetKey, bind: Bind, selection: Selection): FacetField =>
  fieldFactories[key](bind, selection)

/** The numeric fields with their SQL. */
export const listNumberFields = (bind: Bind, asOf: Date) =>
  facetKeys.flatMap((key) => {
    const field = getFacetField(key, bind, { criteria: {}, asOf })
    return field.kind === 'number' ? [{ key, sql: field.sql }] : []
  })
