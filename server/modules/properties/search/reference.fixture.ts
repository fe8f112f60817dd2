import type { Criteria, Dates, Range } from '@dooryard/contract/criteria'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { signalMask, targetTypeMask } from '../bits.ts'
import { columnsOf, type FullRecord } from '../property-record.ts'
import { isoDay, wordsOf } from './clauses.ts'

/** A row with what criteria ask for beyond what a property shows. */
export type ReferenceRow = FullRecord & {
  equity_percent: number | null
  open_balance: string | null
  is_mailable: boolean
  has_phone: boolean
  has_email: boolean
}

export const readReference = (clickhouse: ClickHouse): Promise<ReferenceRow[]> =>
  clickhouse.rows<ReferenceRow>(`select ${columnsOf.full}, equity_percent, open_balance, is_mailable,
    toBool(owner_key in (select owner_key from contacts where kind = 'PHONE')) as has_phone,
    toBool(owner_key in (select owner_key from contacts where kind = 'EMAIL')) as has_email from properties`)

type Given<Name extends keyof Criteria> = NonNullable<Criteria[Name]>

/** Whether a row meets the criteria, written as plainly as the specification says it, to check the compiler against. */
export function matches(
  row: ReferenceRow,
  criteria: Criteria,
  asOf: Date,
  excludeIds: readonly string[] = [],
): boolean {
  const delivered = (criteria.exclude?.delivered ?? true) ? excludeIds : []
  return (
    isThere(row, criteria.location ?? {}) &&
    isSuch(row, criteria.property ?? {}) &&
    isOwned(row, criteria.owner ?? {}, asOf) &&
    isMortgaged(row, criteria.mortgage ?? {}, asOf) &&
    isSold(row, criteria.sale ?? {}, asOf) &&
    hasSignals(row, criteria.signals ?? {}) &&
    (criteria.contact?.hasPhone ?? row.has_phone) === row.has_phone &&
    (criteria.contact?.hasEmail ?? row.has_email) === row.has_email &&
    !criteria.exclude?.propertyIds?.includes(row.property_id) &&
    !delivered.includes(row.property_id)
  )
}

const among = (values: readonly string[] | undefined, value: string) => !values?.length || values.includes(value)

function within(range: Range | undefined, value: number | null): boolean {
  if (range?.min === undefined && range?.max === undefined) return true
  if (value === null) return range.includeUnknown ?? false
  return value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity)
}

function during(dates: Dates | undefined, value: string | null, asOf: Date): boolean {
  if (!dates) return true
  const since = 'lastDays' in dates ? isoDay(new Date(asOf.getTime() - dates.lastDays * 86_400_000)) : dates.from
  const until = 'lastDays' in dates ? isoDay(asOf) : dates.to
  if (since === undefined && until === undefined) return true
  return value !== null && value >= (since ?? '') && value <= (until ?? '9999')
}

function says(text: string | undefined, names: readonly string[]): boolean {
  if (text === undefined) return true
  const words = wordsOf(text.toUpperCase())
  const theirs = names.flatMap((name) => wordsOf(name.toUpperCase()))
  return words.length > 0 && words.every((word) => theirs.some((other) => other.startsWith(word)))
}

function isThere(row: ReferenceRow, { states, counties, cities, zips, near, polygons }: Given<'location'>): boolean {
  const parts = [
    states?.length ? states.includes(row.state) : undefined,
    counties?.length ? counties.includes(row.county_fips) : undefined,
    cities?.length ? cities.some((city) => city.toUpperCase() === `${row.state}:${row.city}`) : undefined,
    zips?.length ? zips.includes(row.zip) : undefined,
    near && milesBetween(row, near) <= near.miles,
    ...(polygons ?? []).map(({ coordinates: [outline = [], ...holes] }) => {
      return isInside(row, outline) && !holes.some((hole) => isInside(row, hole))
    }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 || parts.includes(true)
}

type Point = { lat: number | null; lng: number | null }

export function milesBetween(a: Point, b: { lat: number; lng: number }): number {
  if (a.lat === null || a.lng === null) return Infinity
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return (2 * 6_371_008.8 * Math.asin(Math.sqrt(h))) / 1609.344
}

/** Casts a ray to the east and counts the sides it crosses. */
function isInside({ lat, lng }: Point, ring: readonly (readonly [number, number])[]): boolean {
  if (lat === null || lng === null) return false
  let inside = false
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    if (y > lat !== nextY > lat && lng < ((nextX - x) * (lat - y)) / (nextY - y) + x) inside = !inside
  })
  return inside
}

const isSuch = (row: ReferenceRow, property: Given<'property'>) =>
  among(property.assetClasses, row.asset_class) &&
  among(property.assetSubGroups, row.asset_sub_group) &&
  among(property.assetUseTypes, row.asset_use_type) &&
  within(property.bedrooms, row.bedrooms) &&
  within(property.bathrooms, row.bathrooms) &&
  within(property.livingAreaSqft, row.living_area_sqft) &&
  within(property.lotSqft, row.lot_sqft) &&
  within(property.yearBuilt, row.year_built) &&
  within(property.units, row.units) &&
  within(property.stories, row.stories) &&
  within(property.estimatedValue, row.estimated_value) &&
  within(property.assessedValue, row.assessed_value)

const isOwned = (row: ReferenceRow, owner: Given<'owner'>, asOf: Date) =>
  among(owner.ownerTypes, row.owner_type) &&
  among(owner.occupancies, row.occupancy) &&
  among(owner.acquiredByQc, row.acquired_by_qc) &&
  (!owner.targetTypes?.length ||
    targetTypeMask.fromMask(row.target_types).some((type) => owner.targetTypes?.includes(type))) &&
  within(owner.yearsOwned, wholeYears(row.last_sale_date, isoDay(asOf))) &&
  within(owner.propertiesOwned, row.properties_owned) &&
  among(owner.mailingStates, row.mailing_state) &&
  says(owner.name, row.owner_names)

function wholeYears(from: string | null, to: string): number | null {
  if (from === null) return null
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
}

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

const isMortgaged = (row: ReferenceRow, mortgage: Given<'mortgage'>, asOf: Date) =>
  hasLoan(row, mortgage, asOf) &&
  within(mortgage.openLoans, row.open_loans) &&
  within(mortgage.balance, numberOrNull(row.open_balance)) &&
  within(mortgage.ltvPercent, row.ltv_percent) &&
  within(mortgage.equityPercent, row.equity_percent) &&
  within(mortgage.equityAmount, numberOrNull(row.equity_amount))

function hasLoan(row: ReferenceRow, mortgage: Given<'mortgage'>, asOf: Date): boolean {
  const { loanTypes, lenderTypes, lenderName, originatedOn } = mortgage
  const isAsked =
    loanTypes?.length || lenderTypes?.length || lenderName !== undefined || Object.keys(originatedOn ?? {}).length > 0
  if (!isAsked) return true
  return row['mortgages.loan_type'].some(
    (loanType, at) =>
      among(loanTypes, loanType) &&
      among(lenderTypes, row['mortgages.lender_type'][at] ?? '') &&
      says(lenderName, [row['mortgages.lender'][at] ?? '']) &&
      during(originatedOn, row['mortgages.originated_on'][at] ?? null, asOf),
  )
}

const isSold = (row: ReferenceRow, sale: Given<'sale'>, asOf: Date) =>
  during(sale.soldOn, row.last_sale_date, asOf) &&
  within(sale.price, row.last_sale_price) &&
  among(sale.deedTypes, row.last_sale_deed_type) &&
  (sale.cashPurchase === undefined || row.cash_purchase === sale.cashPurchase) &&
  (sale.armsLength === undefined || row.arms_length === sale.armsLength)

function hasSignals(row: ReferenceRow, { anyOf, allOf, noneOf }: Given<'signals'>): boolean {
  const theirs = signalMask.fromMask(row.signals)
  return (
    (!anyOf?.length || anyOf.some((signal) => theirs.includes(signal))) &&
    (allOf ?? []).every((signal) => theirs.includes(signal)) &&
    !(noneOf ?? []).some((signal) => theirs.includes(signal))
  )
}
