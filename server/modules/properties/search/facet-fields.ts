import { type FacetKey, facetKeys, type RangeFacetKey, type ValueFacetKey } from '@dooryard/contract/search-answers'
import { signalMask, targetTypeMask } from '../bits.ts'
import type { Bind, Clause } from './clauses.ts'
import { hasContact, loanCondition, yearsOwned } from './compile-criteria.ts'
import type { Selection } from './selection.ts'

/** How a property shows a field: by one text ('' is unknown), by a mask of several, by a list, or by a number. */
export type FacetField =
  | { kind: 'text'; sql: string }
  | { kind: 'mask'; sql: string; nameOf: (bit: number) => string | undefined }
  | { kind: 'list'; sql: string }
  | { kind: 'number'; sql: string; edges: readonly number[] }

/** The clause that a field has in the criteria, which its facet is counted without. Places are split as they are asked. */
export function ownClauseOf(key: FacetKey): string | undefined {
  if (key.startsWith('location.')) return undefined
  return key === 'mortgage.loanTypes' || key === 'mortgage.lenderTypes' ? 'mortgage.loan' : key
}

type Make = (bind: Bind, selection: Selection) => FacetField

const text =
  (sql: string): Make =>
  () => ({ kind: 'text', sql })

const yesNo = (sql: string) => text(`multiIf(${sql} = true, 'true', ${sql} = false, 'false', '')`)

const masked =
  (sql: string, mask: { fromMask: (sum: number) => string[] }): Make =>
  () => ({ kind: 'mask', sql, nameOf: (bit) => mask.fromMask(2 ** bit)[0] })

const ofLoans =
  (own: 'loanTypes' | 'lenderTypes'): Make =>
  (bind, { criteria, asOf }) => {
    const { [own]: _, ...others } = criteria.mortgage ?? {}
    const columns = { loan_type: 'mortgages.loan_type', lender_type: 'mortgages.lender_type' }
    const [first, second] =
      own === 'loanTypes' ? (['loan_type', 'lender_type'] as const) : (['lender_type', 'loan_type'] as const)
    const isAsked: Clause = loanCondition(bind, others, asOf)
    const loans = isAsked
      ? `arrayFilter((${first}, ${second}, words, originated_on) -> ifNull(${isAsked}, false),
          ${columns[first]}, ${columns[second]}, lender_words, mortgages.originated_on)`
      : columns[first]
    const types = `cast(arraySort(arrayDistinct(${loans})), 'Array(String)')`
    return { kind: 'list', sql: `if(isNull(open_loans), [''], ${types})` }
  }

const number =
  (sql: string, edges: readonly number[]): Make =>
  () => ({ kind: 'number', sql, edges })

/** The inner borders of ranges that are evenly wide; 24 ranges unless said. */
const every = (step: number, from: number = step, borders = 23) =>
  Array.from({ length: borders }, (_, at) => from + at * step)

/** Borders that grow with the value: 1, 2 and 5 times each power of ten. */
const growing = (from: number, borders: number) =>
  Array.from({ length: borders }, (_, at) => from * 10 ** Math.floor(at / 3) * ([1, 2, 5][at % 3] ?? 1))

const fields: Record<ValueFacetKey, Make> & Record<RangeFacetKey, Make> = {
  'location.states': text('state'),
  'location.counties': text('county_fips'),
  'location.cities': text("if(city = '', '', concat(state, ':', city))"),
  'location.zips': text('zip'),
  'property.assetClasses': text('asset_class'),
  'property.assetSubGroups': text('asset_sub_group'),
  'property.assetUseTypes': text('asset_use_type'),
  'owner.ownerTypes': text('owner_type'),
  'owner.occupancies': text('occupancy'),
  'owner.acquiredByQc': text('acquired_by_qc'),
  'owner.targetTypes': masked('target_types', targetTypeMask),
  'owner.mailingStates': text('mailing_state'),
  'mortgage.loanTypes': ofLoans('loanTypes'),
  'mortgage.lenderTypes': ofLoans('lenderTypes'),
  'sale.deedTypes': text('last_sale_deed_type'),
  'sale.cashPurchase': yesNo('cash_purchase'),
  'sale.armsLength': yesNo('arms_length'),
  'signals.anyOf': masked('signals', signalMask),
  'contact.hasPhone': text(`if(${hasContact('PHONE')}, 'true', 'false')`),
  'contact.hasEmail': text(`if(${hasContact('EMAIL')}, 'true', 'false')`),
  'property.bedrooms': number('bedrooms', every(1, 1, 10)),
  'property.bathrooms': number('bathrooms', every(0.5, 1, 15)),
  'property.livingAreaSqft': number('living_area_sqft', every(250)),
  'property.lotSqft': number('lot_sqft', growing(100, 18)),
  'property.yearBuilt': number('year_built', every(6, 1890)),
  'property.units': number('units', growing(1, 12)),
  'property.stories': number('stories', every(1)),
  'property.estimatedValue': number('estimated_value', every(50_000)),
  'property.assessedValue': number('assessed_value', every(50_000)),
  'owner.yearsOwned': (bind, { asOf }) => ({ kind: 'number', sql: yearsOwned(bind, asOf), edges: every(2) }),
  'owner.propertiesOwned': number('properties_owned', growing(1, 12)),
  'mortgage.openLoans': number('open_loans', every(1, 1, 4)),
  'mortgage.balance': number('open_balance', every(50_000)),
  'mortgage.ltvPercent': number('ltv_percent', every(5)),
  'mortgage.equityPercent': number('equity_percent', every(5, 0)),
  'mortgage.equityAmount': number('equity_amount', every(50_000, 0)),
  'sale.price': number('last_sale_price', every(50_000)),
}

export const facetField = (key: FacetKey, bind: Bind, selection: Selection): FacetField => fields[key](bind, selection)

/** The fields that are numbers, with the SQL of each. */
export const numberFields = (bind: Bind, asOf: Date) =>
  facetKeys.flatMap((key) => {
    const field = facetField(key, bind, { criteria: {}, asOf })
    return field.kind === 'number' ? [{ key, sql: field.sql }] : []
  })
