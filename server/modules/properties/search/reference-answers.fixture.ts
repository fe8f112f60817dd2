import type { Facet, FacetKey, FilterBreakdown } from '@dooryard/contract/properties/facets'
import type { PropertySearch } from '@dooryard/contract/properties/property-search'
import { signalMask, targetTypeMask } from '../records/bit-masks.ts'
import type { Selection } from './compile/selection.ts'
import {
  getPurchasedTests,
  listMatchingLoans,
  type ReferenceClause,
  type ReferenceRow,
  referenceClauses,
  toDay,
  wholeYears,
} from './reference.fixture.ts'

/** The clauses that each row fails: every search answer follows from them. */
export function buildReference(rows: readonly ReferenceRow[], selection: Selection) {
  const clauses = referenceClauses(selection)
  const failed = new Map(rows.map((row) => [row, clauses.filter(({ meets }) => !meets(row)).map(({ key }) => key)]))
  const meeting = (but?: string) => rows.filter((row) => failed.get(row)?.every((key) => key === but))
  return { rows, clauses, failed, meeting, selection }
}

type Reference = ReturnType<typeof buildReference>

export function countReference({ meeting, selection }: Reference) {
  const matching = meeting()
  const withPurchased = meeting('exclude.delivered')
  const { mail, call } = getPurchasedTests(selection)
  return {
    count: matching.length,
    mailable: matching.filter((row) => row.is_mailable).length,
    alreadyDelivered: withPurchased.length - matching.length,
    purchased: {
      total: withPurchased.filter((row) => mail(row) || call(row)).length,
      mail: withPurchased.filter(mail).length,
      call: withPurchased.filter(call).length,
      both: withPurchased.filter((row) => mail(row) && call(row)).length,
    },
  }
}

/** Counts the rows that remain after each clause, then the rows that each clause alone excludes. */
export function buildReferenceBreakdown({ rows, clauses, failed, meeting }: Reference): FilterBreakdown {
  const steps = clauses.map(({ key }: ReferenceClause, at: number) => {
    const before = new Set(clauses.slice(0, at + 1).map((clause) => clause.key))
    const remaining = rows.filter((row) => !failed.get(row)?.some((other) => before.has(other))).length
    return { key, remaining, givesBack: meeting(key).length - meeting().length }
  })
  return { total: rows.length, clauses: steps }
}

type Sort = Pick<PropertySearch, 'sort' | 'order'>

const sortValues: Record<PropertySearch['sort'], (row: ReferenceRow) => (string | number | null)[]> = {
  place: (row) => [row.state, row.county_fips, row.zip],
  address: (row) => [row.address || null],
  ownerName: (row) => [row.owner_names.join(' & ') || null],
  estimatedValue: (row) => [row.estimated_value],
  yearBuilt: (row) => [row.year_built],
  livingAreaSqft: (row) => [row.living_area_sqft],
  lastSaleDate: (row) => [row.last_sale_date],
  lastSalePrice: (row) => [row.last_sale_price],
  effectiveYear: (row) => [row.effective_year],
  landValue: (row) => [row.land_value],
  improvementValue: (row) => [row.improvement_value],
  taxAmount: (row) => [row.tax_amount],
}

/** The ids of the matching rows, in order. */
export function listIdsInOrder({ meeting }: Reference, { sort, order }: Sort): string[] {
  const sign = order === 'asc' ? 1 : -1
  const keyed = meeting().map((row) => ({ id: row.property_id, values: sortValues[sort](row) }))
  return keyed
    .sort((a, b) => {
      for (const [at, left] of a.values.entries()) {
        const right = b.values[at] ?? null
        if (left === right) continue
        if (left === null || right === null) return left === null ? 1 : -1
        return left < right ? -sign : sign
      }
      return (BigInt(a.id) < BigInt(b.id) ? -1 : 1) * (sort === 'place' ? sign : 1)
    })
    .map(({ id }) => id)
}

const toBooleanValue = (value: boolean | null) => [value === null ? '' : String(value)]
const toNumericValue = (value: string | number | null) => (value === null ? null : Number(value))

/** A row's values of a field: texts, of which '' is unknown, or one number. */
function getShownValue(row: ReferenceRow, key: FacetKey, { criteria, asOf }: Selection): string[] | number | null {
  const mortgage = criteria.mortgage ?? {}
  const types = (own: 'loanTypes' | 'lenderTypes', of: 'loanType' | 'lenderType') =>
    row.open_loans === null
      ? ['']
      : [...new Set(listMatchingLoans(row, { ...mortgage, [own]: undefined }, asOf).map((loan) => loan[of] as string))]
  const values: Record<FacetKey, () => string[] | number | null> = {
    'location.states': () => [row.state],
    'location.counties': () => [row.county_fips],
    'location.cities': () => [row.city && `${row.state}:${row.city}`],
    'location.zips': () => [row.zip],
    'property.assetClasses': () => [row.asset_class],
    'property.assetSubGroups': () => [row.asset_sub_group],
    'property.assetUseTypes': () => [row.asset_use_type],
    'owner.ownerTypes': () => [row.owner_type],
    'owner.occupancies': () => [row.occupancy],
    'owner.acquiredByQc': () => [row.acquired_by_qc],
    'owner.targetTypes': () => targetTypeMask.fromMask(row.target_types),
    'owner.mailingStates': () => [row.mailing_state],
    'mortgage.loanTypes': () => types('loanTypes', 'loanType'),
    'mortgage.lenderTypes': () => types('lenderTypes', 'lenderType'),
    'sale.deedTypes': () => [row.last_sale_deed_type],
    'sale.cashPurchase': () => toBooleanValue(row.cash_purchase),
    'sale.armsLength': () => toBooleanValue(row.arms_length),
    'signals.anyOf': () => signalMask.fromMask(row.signals),
    'contact.hasPhone': () => toBooleanValue(row.has_phone),
    'contact.hasEmail': () => toBooleanValue(row.has_email),
    'property.bedrooms': () => row.bedrooms,
    'property.bathrooms': () => row.bathrooms,
    'property.livingAreaSqft': () => row.living_area_sqft,
    'property.lotSqft': () => row.lot_sqft,
    'property.yearBuilt': () => row.year_built,
    'property.units': () => row.units,
    'property.stories': () => row.stories,
    'property.estimatedValue': () => row.estimated_value,
    'property.assessedValue': () => row.assessed_value,
    'owner.yearsOwned': () => wholeYears(row.last_sale_date, toDay(asOf)),
    'owner.propertiesOwned': () => row.properties_owned,
    'mortgage.openLoans': () => row.open_loans,
    'mortgage.balance': () => toNumericValue(row.open_balance),
    'mortgage.ltvPercent': () => row.ltv_percent,
    'mortgage.equityPercent': () => row.equity_percent,
    'mortgage.equityAmount': () => toNumericValue(row.equity_amount),
    'sale.price': () => row.last_sale_price,
    'owner.homestead': () => toBooleanValue(row.is_homestead),
    'building.constructions': () => [row.construction],
    'building.conditions': () => [row.condition],
    'building.zoningCodes': () => [row.zoning],
    'building.effectiveYear': () => row.effective_year,
    'assessment.landValue': () => row.land_value,
    'assessment.improvementValue': () => row.improvement_value,
    'assessment.valueYear': () => row.value_year,
    'assessment.taxAmount': () => row.tax_amount,
    'assessment.taxYear': () => row.tax_year,
  }
  return values[key]()
}

/** The expected facet: keeps its buckets and fills each by testing every row. */
export function buildReferenceFacet(reference: Reference, facet: Facet): Facet {
  const { key } = facet
  const own = key === 'mortgage.loanTypes' || key === 'mortgage.lenderTypes' ? 'mortgage.loan' : key
  const all = reference.meeting(key.startsWith('location.') ? undefined : own)
  const values = all.map((row) => getShownValue(row, key, reference.selection))
  if (facet.kind === 'RANGE') {
    const known = values.filter((value) => typeof value === 'number')
    const buckets = facet.buckets.map(({ from, to }) => ({
      from,
      to,
      count: known.filter((value) => value >= (from ?? -Infinity) && value < (to ?? Infinity)).length,
    }))
    const [min, max] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [null, null]
    return { kind: 'RANGE', key: facet.key, unknown: values.length - known.length, min, max, buckets }
  }
  const texts = values.flatMap((value) => (Array.isArray(value) ? value : []))
  const known = [...new Set(texts)].filter((text) => text !== '')
  return {
    kind: 'VALUES',
    key: facet.key,
    unknown: texts.filter((text) => text === '').length,
    values: known.map((value) => ({ value, count: texts.filter((text) => text === value).length })),
  }
}
