import type { Criteria, Dates, Range } from '@dooryard/contract/criteria'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { signalMask, targetTypeMask } from '../bits.ts'
import { columnsOf } from '../present-property.ts'
import { isThere, saysWhere } from './reference-places.fixture.ts'
import type { FullRecord } from './reference-record.fixture.ts'
import type { Selection } from './selection.ts'

/** A row with what criteria ask for beyond what a property shows. */
export type ReferenceRow = FullRecord & {
  equity_percent: number | null
  open_balance: string | null
  is_mailable: boolean
  has_phone: boolean
  has_email: boolean
}

export const readReference = (clickhouse: ClickHouse): Promise<ReferenceRow[]> =>
  clickhouse.rows<ReferenceRow>(
    `select ${columnsOf.full}, equity_percent, open_balance, is_mailable,
    toBool(owner_key in (select owner_key from contacts where kind = 'PHONE')) as has_phone,
    toBool(owner_key in (select owner_key from contacts where kind = 'EMAIL')) as has_email from properties`,
    {},
    { resultRows: 100_000 },
  )

type Test = (row: ReferenceRow) => boolean

/** One thing that criteria ask for, written as plainly as the specification says it, to check the compiler against. */
export type ReferenceClause = { key: string; meets: Test }

/** Every clause of a selection in the order people are told of them; what says nothing is none. */
export function referenceClauses(selection: Selection): ReferenceClause[] {
  const { criteria, asOf } = selection
  const groups: Record<string, Record<string, Test | undefined>> = {
    property: propertyTests(criteria.property ?? {}),
    owner: ownerTests(criteria.owner ?? {}, asOf),
    mortgage: mortgageTests(criteria.mortgage ?? {}, asOf),
    sale: saleTests(criteria.sale ?? {}, asOf),
    signals: signalTests(criteria.signals ?? {}),
    contact: contactTests(criteria.contact ?? {}),
    only: { propertyIds: among(criteria.only?.propertyIds, (row) => row.property_id) },
    exclude: exclusionTests(selection),
  }
  const { location } = criteria
  const where =
    location && saysWhere(location) ? [{ key: 'location', meets: (row: ReferenceRow) => isThere(row, location) }] : []
  const stack = criteria.stack && [{ key: 'stack', meets: stackTest(criteria.stack, asOf) }]
  const rest = Object.entries(groups).flatMap(([group, tests]) => [
    ...(group === 'only' ? (stack ?? []) : []),
    ...Object.entries(tests).flatMap(([field, meets]) => (meets ? [{ key: `${group}.${field}`, meets }] : [])),
  ])
  return [...where, ...rest]
}

/** Whether a row is in at least so many of the stacked searches, whatever was delivered. */
function stackTest({ of, atLeast }: Given<'stack'>, asOf: Date): Test {
  const searches = of.map(({ criteria }) => referenceClauses({ criteria, asOf }))
  return (row) => searches.filter((clauses) => clauses.every(({ meets }) => meets(row))).length >= atLeast
}

/** The rows that meet everything that is asked. */
export function matching(rows: readonly ReferenceRow[], selection: Selection): ReferenceRow[] {
  const clauses = referenceClauses(selection)
  return rows.filter((row) => clauses.every(({ meets }) => meets(row)))
}

type Given<Name extends keyof Criteria> = NonNullable<Criteria[Name]>

const among = (values: readonly string[] | undefined, of: (row: ReferenceRow) => string): Test | undefined =>
  values?.length ? (row) => values.includes(of(row)) : undefined

function within(range: Range | undefined, of: (row: ReferenceRow) => number | null): Test | undefined {
  if (range?.min === undefined && range?.max === undefined) return undefined
  const { min = -Infinity, max = Infinity, includeUnknown = false } = range
  return (row) => {
    const value = of(row)
    return value === null ? includeUnknown : value >= min && value <= max
  }
}

const two = (number: number) => String(number).padStart(2, '0')

/** As `2026-10-15`. */
export const dayOf = (date: Date) => `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`

function isDuring(dates: Dates, asOf: Date): ((day: string | null) => boolean) | undefined {
  const since = 'lastDays' in dates ? dayOf(new Date(asOf.getTime() - dates.lastDays * 86_400_000)) : dates.from
  const until = 'lastDays' in dates ? dayOf(asOf) : dates.to
  if (since === undefined && until === undefined) return undefined
  return (day) => day !== null && day >= (since ?? '') && day <= (until ?? '9999')
}

/** Letters and digits that stand together; whatever else there is parts them. */
function wordsIn(text: string): string[] {
  let spaced = ''
  for (const sign of text) spaced += /[\p{L}\p{N}]/u.test(sign) ? sign : ' '
  return spaced.split(' ').filter((word) => word.length > 0)
}

function says(text: string, names: readonly string[]): boolean {
  const words = wordsIn(text.toUpperCase())
  const theirs = names.flatMap((name) => wordsIn(name.toUpperCase()))
  return words.length > 0 && words.every((word) => theirs.some((other) => other.startsWith(word)))
}

const propertyTests = (asked: Given<'property'>) => ({
  assetClasses: among(asked.assetClasses, (row) => row.asset_class),
  assetSubGroups: among(asked.assetSubGroups, (row) => row.asset_sub_group),
  assetUseTypes: among(asked.assetUseTypes, (row) => row.asset_use_type),
  bedrooms: within(asked.bedrooms, (row) => row.bedrooms),
  bathrooms: within(asked.bathrooms, (row) => row.bathrooms),
  livingAreaSqft: within(asked.livingAreaSqft, (row) => row.living_area_sqft),
  lotSqft: within(asked.lotSqft, (row) => row.lot_sqft),
  yearBuilt: within(asked.yearBuilt, (row) => row.year_built),
  units: within(asked.units, (row) => row.units),
  stories: within(asked.stories, (row) => row.stories),
  estimatedValue: within(asked.estimatedValue, (row) => row.estimated_value),
  assessedValue: within(asked.assessedValue, (row) => row.assessed_value),
})

const ownerTests = (asked: Given<'owner'>, asOf: Date) => ({
  ownerTypes: among(asked.ownerTypes, (row) => row.owner_type),
  occupancies: among(asked.occupancies, (row) => row.occupancy),
  acquiredByQc: among(asked.acquiredByQc, (row) => row.acquired_by_qc),
  targetTypes: asked.targetTypes?.length
    ? (row: ReferenceRow) => targetTypeMask.fromMask(row.target_types).some((type) => asked.targetTypes?.includes(type))
    : undefined,
  yearsOwned: within(asked.yearsOwned, (row) => wholeYears(row.last_sale_date, dayOf(asOf))),
  propertiesOwned: within(asked.propertiesOwned, (row) => row.properties_owned),
  mailingStates: among(asked.mailingStates, (row) => row.mailing_state),
  name: asked.name === undefined ? undefined : (row: ReferenceRow) => says(asked.name ?? '', row.owner_names),
})

export function wholeYears(from: string | null, to: string): number | null {
  if (from === null) return null
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
}

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

const mortgageTests = (asked: Given<'mortgage'>, asOf: Date) => ({
  loan: isLoanAsked(asked, asOf) ? (row: ReferenceRow) => loansOf(row, asked, asOf).length > 0 : undefined,
  openLoans: within(asked.openLoans, (row) => row.open_loans),
  balance: within(asked.balance, (row) => numberOrNull(row.open_balance)),
  ltvPercent: within(asked.ltvPercent, (row) => row.ltv_percent),
  equityPercent: within(asked.equityPercent, (row) => row.equity_percent),
  equityAmount: within(asked.equityAmount, (row) => numberOrNull(row.equity_amount)),
})

const isLoanAsked = ({ loanTypes, lenderTypes, lenderName, originatedOn }: Given<'mortgage'>, asOf: Date) =>
  Boolean(loanTypes?.length || lenderTypes?.length || lenderName !== undefined) ||
  (originatedOn !== undefined && isDuring(originatedOn, asOf) !== undefined)

/** The loans of a row that meet all that is asked of one loan. */
export function loansOf(row: ReferenceRow, asked: Given<'mortgage'>, asOf: Date) {
  const { loanTypes, lenderTypes, lenderName, originatedOn } = asked
  const isThen = originatedOn && isDuring(originatedOn, asOf)
  return row['mortgages.loan_type']
    .map((loanType, at) => ({ loanType, lenderType: row['mortgages.lender_type'][at] ?? 'UNKNOWN', at }))
    .filter(
      ({ loanType, lenderType, at }) =>
        (!loanTypes?.length || loanTypes.includes(loanType)) &&
        (!lenderTypes?.length || lenderTypes.includes(lenderType)) &&
        (lenderName === undefined || says(lenderName, [row['mortgages.lender'][at] ?? ''])) &&
        (isThen?.(row['mortgages.originated_on'][at] ?? null) ?? true),
    )
}

function saleTests(asked: Given<'sale'>, asOf: Date) {
  const isThen = asked.soldOn && isDuring(asked.soldOn, asOf)
  return {
    soldOn: isThen && ((row: ReferenceRow) => isThen(row.last_sale_date)),
    price: within(asked.price, (row) => row.last_sale_price),
    deedTypes: among(asked.deedTypes, (row) => row.last_sale_deed_type),
    cashPurchase: is(asked.cashPurchase, (row) => row.cash_purchase),
    armsLength: is(asked.armsLength, (row) => row.arms_length),
  }
}

const is = (wanted: boolean | undefined, of: (row: ReferenceRow) => boolean | null): Test | undefined =>
  wanted === undefined ? undefined : (row) => of(row) === wanted

function signalTests({ anyOf, allOf, noneOf }: Given<'signals'>) {
  const theirs = (row: ReferenceRow) => signalMask.fromMask(row.signals)
  return {
    anyOf: anyOf?.length ? (row: ReferenceRow) => theirs(row).some((signal) => anyOf.includes(signal)) : undefined,
    allOf: allOf?.length ? (row: ReferenceRow) => allOf.every((signal) => theirs(row).includes(signal)) : undefined,
    noneOf: noneOf?.length ? (row: ReferenceRow) => !theirs(row).some((signal) => noneOf.includes(signal)) : undefined,
  }
}

const contactTests = ({ hasPhone, hasEmail }: Given<'contact'>) => ({
  hasPhone: is(hasPhone, (row) => row.has_phone),
  hasEmail: is(hasEmail, (row) => row.has_email),
})

function exclusionTests({ criteria: { exclude = {} }, excludeIds = [], excludeCriteria = [], asOf }: Selection) {
  const noneOf = (ids: readonly string[]): Test | undefined =>
    ids.length > 0 ? (row) => !ids.includes(row.property_id) : undefined
  const searches = excludeCriteria.map((criteria) => referenceClauses({ criteria, asOf }))
  return {
    savedSearchIds:
      searches.length > 0
        ? (row: ReferenceRow) => !searches.some((clauses) => clauses.every(({ meets }) => meets(row)))
        : undefined,
    propertyIds: noneOf(exclude.propertyIds ?? []),
    delivered: (exclude.delivered ?? true) ? noneOf(excludeIds) : undefined,
  }
}
