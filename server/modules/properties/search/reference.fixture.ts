import { type Criteria, excludesPurchased } from '@dooryard/contract/criteria/criteria'
import type { Dates, Range } from '@dooryard/contract/criteria/ranges'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { signalMask, targetTypeMask } from '../records/bit-masks.ts'
import { columnsByView } from '../records/present-property.ts'
import { noLeads, type OwnLeads } from './compile/own-leads.ts'
import type { Selection } from './compile/selection.ts'
import { hasReferenceLocation, isInLocation } from './reference-places.fixture.ts'
import type { FullRecord } from './reference-record.fixture.ts'

/** A row with what criteria need beyond the columns of a property. */
export type ReferenceRow = FullRecord & {
  equity_percent: number | null
  open_balance: string | null
  is_mailable: boolean
  has_phone: boolean
  has_email: boolean
}

export const readReference = (clickhouse: ClickHouse): Promise<ReferenceRow[]> =>
  clickhouse.rows<ReferenceRow>(
    `select ${columnsByView.full}, equity_percent, open_balance, is_mailable,
    toBool(owner_key in (select owner_key from contacts where kind = 'PHONE')) as has_phone,
    toBool(owner_key in (select owner_key from contacts where kind = 'EMAIL')) as has_email from properties`,
    {},
    { resultRows: 100_000 },
  )

type Test = (row: ReferenceRow) => boolean

export const toLeadKey = ({ property_id, owner_key }: ReferenceRow): string =>
  `${property_id}:${owner_key === '0' ? '' : owner_key}`

/** What the selection's user has purchased: all of some rows, and something of others that has no effect. */
export function buildOwnLeads(mail: readonly ReferenceRow[], call: readonly ReferenceRow[] = []): OwnLeads {
  const ofAnotherOwner = mail.map(({ property_id }) => `${property_id}:1`)
  return { mail: [...mail.map(toLeadKey), ...ofAnotherOwner], call: call.map(toLeadKey), orders: new Map() }
}

export const namedIds = {
  list: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1',
  emptyList: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b2',
  order: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b3',
  campaign: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b4',
}

/** Gives the user an order, a campaign, a list, a suppression list and an empty one of both, each with some rows. */
export const withNamed = (leads: OwnLeads, rows: readonly ReferenceRow[]): OwnLeads => {
  const each = (rest: number) => rows.filter((_, at) => at % 8 === rest)
  const toIds = (some: readonly ReferenceRow[]) => some.map((row) => row.property_id).join()
  return {
    ...leads,
    propertyLists: new Map([
      [namedIds.list, { version: '1', ids: toIds([...each(2), ...each(4)]) }],
      [namedIds.emptyList, { version: '1', ids: '' }],
    ]),
    orders: new Map([[namedIds.order, each(1).map(toLeadKey)]]),
    campaigns: new Map([[namedIds.campaign, [...each(1), ...each(3)].map(toLeadKey)]]),
    suppressionLists: new Map([
      [namedIds.list, { version: '1', ids: toIds(each(5)) }],
      [namedIds.emptyList, { version: '1', ids: '' }],
    ]),
  }
}

export function getPurchasedTests({ ownLeads = noLeads }: Pick<Selection, 'ownLeads'>): Record<'mail' | 'call', Test> {
  const [mail, call] = [new Set(ownLeads.mail), new Set(ownLeads.call)]
  return { mail: (row) => mail.has(toLeadKey(row)), call: (row) => call.has(toLeadKey(row)) }
}

function purchasedTest(
  part: NonNullable<Criteria['only']>['purchased'],
  selection: Pick<Selection, 'ownLeads'>,
): Test | undefined {
  if (part === undefined) return undefined
  const { mail, call } = getPurchasedTests(selection)
  const tests: Record<typeof part, Test> = {
    ANY: (row) => mail(row) || call(row),
    MAIL: mail,
    MAIL_ONLY: (row) => mail(row) && !call(row),
    CALL: call,
    BOTH: (row) => mail(row) && call(row),
  }
  return tests[part]
}

function listTest(ids: readonly string[] | undefined, { ownLeads }: Pick<Selection, 'ownLeads'>): Test | undefined {
  if (!ids?.length) return undefined
  const listed = new Set(ids.flatMap((id) => ownLeads?.propertyLists?.get(id)?.ids.split(',') ?? []))
  return (row) => listed.has(row.property_id)
}

/** One criteria clause, written as plainly as in the specification, to check the compiler against. */
export type ReferenceClause = { key: string; meets: Test }

/** Every clause of a selection in display order; empty fields have none. */
export function referenceClauses(selection: Selection): ReferenceClause[] {
  const { criteria, asOf } = selection
  const groups: Record<string, Record<string, Test | undefined>> = {
    property: propertyTests(criteria.property ?? {}),
    owner: ownerTests(criteria.owner ?? {}, asOf),
    mortgage: mortgageTests(criteria.mortgage ?? {}, asOf),
    sale: saleTests(criteria.sale ?? {}, asOf),
    signals: signalTests(criteria.signals ?? {}),
    contact: contactTests(criteria.contact ?? {}),
    building: buildingTests(criteria.building ?? {}),
    assessment: assessmentTests(criteria.assessment ?? {}),
    only: {
      propertyIds: inValues(criteria.only?.propertyIds, (row) => row.property_id),
      purchased: purchasedTest(criteria.only?.purchased, selection),
      listIds: listTest(criteria.only?.listIds, selection),
    },
    exclude: exclusionTests(selection),
  }
  const { location } = criteria
  const where =
    location && hasReferenceLocation(location)
      ? [{ key: 'location', meets: (row: ReferenceRow) => isInLocation(row, location) }]
      : []
  const stack = criteria.stack && [{ key: 'stack', meets: stackTest(criteria.stack, selection) }]
  const rest = Object.entries(groups).flatMap(([group, tests]) => [
    ...(group === 'only' ? (stack ?? []) : []),
    ...Object.entries(tests).flatMap(([field, meets]) => (meets ? [{ key: `${group}.${field}`, meets }] : [])),
  ])
  return [...where, ...rest]
}

/** Whether a row matches at least `atLeast` of the stacked searches, delivered or not. */
function stackTest(
  { of, atLeast }: CriteriaPart<'stack'>,
  { asOf, ownLeads: { propertyLists } = noLeads }: Selection,
): Test {
  const ownLeads = { ...noLeads, ...(propertyLists && { propertyLists }) }
  const searches = of.map(({ criteria }) => referenceClauses({ criteria, ownLeads, asOf }))
  return (row) => searches.filter((clauses) => clauses.every(({ meets }) => meets(row))).length >= atLeast
}

/** The rows that meet every clause. */
export function matching(rows: readonly ReferenceRow[], selection: Selection): ReferenceRow[] {
  const clauses = referenceClauses(selection)
  return rows.filter((row) => clauses.every(({ meets }) => meets(row)))
}

type CriteriaPart<Name extends keyof Criteria> = NonNullable<Criteria[Name]>

const inValues = (values: readonly string[] | undefined, of: (row: ReferenceRow) => string): Test | undefined =>
  values?.length ? (row) => values.includes(of(row)) : undefined

function within(range: Range | undefined, of: (row: ReferenceRow) => number | null): Test | undefined {
  if (range?.min === undefined && range?.max === undefined) return undefined
  const { min = -Infinity, max = Infinity, includeUnknown = false } = range
  return (row) => {
    const value = of(row)
    return value === null ? includeUnknown : value >= min && value <= max
  }
}

const padTwoDigits = (number: number) => String(number).padStart(2, '0')

/** Formats a date as `2026-10-15`. */
export const toDay = (date: Date) =>
  `${date.getUTCFullYear()}-${padTwoDigits(date.getUTCMonth() + 1)}-${padTwoDigits(date.getUTCDate())}`

function isDuring(dates: Dates, asOf: Date): ((day: string | null) => boolean) | undefined {
  const since = 'lastDays' in dates ? toDay(new Date(asOf.getTime() - dates.lastDays * 86_400_000)) : dates.from
  const until = 'lastDays' in dates ? toDay(asOf) : dates.to
  if (since === undefined && until === undefined) return undefined
  return (day) => day !== null && day >= (since ?? '') && day <= (until ?? '9999')
}

/** Runs of letters and digits; everything else separates words. */
function splitWords(text: string): string[] {
  let spaced = ''
  for (const sign of text) spaced += /[\p{L}\p{N}]/u.test(sign) ? sign : ' '
  return spaced.split(' ').filter((word) => word.length > 0)
}

function matchesWords(text: string, names: readonly string[], isBeginning = false): boolean {
  const words = splitWords(text.toUpperCase())
  const theirs = names.flatMap((name) => splitWords(name.toUpperCase()))
  const matches = (word: string) => theirs.some((other) => (isBeginning ? other.startsWith(word) : other === word))
  return words.length > 0 && words.every(matches)
}

const propertyTests = (filter: CriteriaPart<'property'>) => ({
  assetClasses: inValues(filter.assetClasses, (row) => row.asset_class),
  assetSubGroups: inValues(filter.assetSubGroups, (row) => row.asset_sub_group),
  assetUseTypes: inValues(filter.assetUseTypes, (row) => row.asset_use_type),
  bedrooms: within(filter.bedrooms, (row) => row.bedrooms),
  bathrooms: within(filter.bathrooms, (row) => row.bathrooms),
  livingAreaSqft: within(filter.livingAreaSqft, (row) => row.living_area_sqft),
  lotSqft: within(filter.lotSqft, (row) => row.lot_sqft),
  yearBuilt: within(filter.yearBuilt, (row) => row.year_built),
  units: within(filter.units, (row) => row.units),
  stories: within(filter.stories, (row) => row.stories),
  estimatedValue: within(filter.estimatedValue, (row) => row.estimated_value),
  assessedValue: within(filter.assessedValue, (row) => row.assessed_value),
})

const ownerTests = (filter: CriteriaPart<'owner'>, asOf: Date) => ({
  ownerTypes: inValues(filter.ownerTypes, (row) => row.owner_type),
  occupancies: inValues(filter.occupancies, (row) => row.occupancy),
  acquiredByQc: inValues(filter.acquiredByQc, (row) => row.acquired_by_qc),
  targetTypes: filter.targetTypes?.length
    ? (row: ReferenceRow) =>
        targetTypeMask.fromMask(row.target_types).some((type) => filter.targetTypes?.includes(type))
    : undefined,
  yearsOwned: within(filter.yearsOwned, (row) => wholeYears(row.last_sale_date, toDay(asOf))),
  propertiesOwned: within(filter.propertiesOwned, (row) => row.properties_owned),
  mailingStates: inValues(filter.mailingStates, (row) => row.mailing_state),
  name: filter.name === undefined ? undefined : (row: ReferenceRow) => matchesWords(filter.name ?? '', row.owner_names),
  homestead: isEqual(filter.homestead, (row) => row.is_homestead),
})

export function wholeYears(from: string | null, to: string): number | null {
  if (from === null) return null
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
}

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

const mortgageTests = (filter: CriteriaPart<'mortgage'>, asOf: Date) => ({
  loan: hasLoanFilter(filter, asOf)
    ? (row: ReferenceRow) => listMatchingLoans(row, filter, asOf).length > 0
    : undefined,
  openLoans: within(filter.openLoans, (row) => row.open_loans),
  balance: within(filter.balance, (row) => numberOrNull(row.open_balance)),
  ltvPercent: within(filter.ltvPercent, (row) => row.ltv_percent),
  equityPercent: within(filter.equityPercent, (row) => row.equity_percent),
  equityAmount: within(filter.equityAmount, (row) => numberOrNull(row.equity_amount)),
})

const hasLoanFilter = ({ loanTypes, lenderTypes, lenderName, originatedOn }: CriteriaPart<'mortgage'>, asOf: Date) =>
  Boolean(loanTypes?.length || lenderTypes?.length || lenderName !== undefined) ||
  (originatedOn !== undefined && isDuring(originatedOn, asOf) !== undefined)

/** The loans of a row that match all loan filters. */
export function listMatchingLoans(row: ReferenceRow, filter: CriteriaPart<'mortgage'>, asOf: Date) {
  const { loanTypes, lenderTypes, lenderName, originatedOn } = filter
  const isThen = originatedOn && isDuring(originatedOn, asOf)
  return row['mortgages.loan_type']
    .map((loanType, at) => ({ loanType, lenderType: row['mortgages.lender_type'][at] ?? 'UNKNOWN', at }))
    .filter(
      ({ loanType, lenderType, at }) =>
        (!loanTypes?.length || loanTypes.includes(loanType)) &&
        (!lenderTypes?.length || lenderTypes.includes(lenderType)) &&
        (lenderName === undefined || matchesWords(lenderName, [row['mortgages.lender'][at] ?? ''], true)) &&
        (isThen?.(row['mortgages.originated_on'][at] ?? null) ?? true),
    )
}

function saleTests(filter: CriteriaPart<'sale'>, asOf: Date) {
  const isThen = filter.soldOn && isDuring(filter.soldOn, asOf)
  return {
    soldOn: isThen && ((row: ReferenceRow) => isThen(row.last_sale_date)),
    price: within(filter.price, (row) => row.last_sale_price),
    deedTypes: inValues(filter.deedTypes, (row) => row.last_sale_deed_type),
    cashPurchase: isEqual(filter.cashPurchase, (row) => row.cash_purchase),
    armsLength: isEqual(filter.armsLength, (row) => row.arms_length),
    document: hasWords(filter.document, (row) => row.last_sale_document),
  }
}

const hasWords = (
  text: string | undefined,
  of: (row: ReferenceRow) => string,
  isBeginning = false,
): Test | undefined => (text === undefined ? undefined : (row) => matchesWords(text, [of(row)], isBeginning))

const inCapitals = (values: readonly string[] | undefined, of: (row: ReferenceRow) => string): Test | undefined =>
  inValues(
    values?.map((value) => value.toUpperCase()),
    of,
  )

const buildingTests = (filter: CriteriaPart<'building'>) => ({
  effectiveYear: within(filter.effectiveYear, (row) => row.effective_year),
  constructions: inCapitals(filter.constructions, (row) => row.construction),
  conditions: inCapitals(filter.conditions, (row) => row.condition),
  zoningCodes: inCapitals(filter.zoningCodes, (row) => row.zoning),
  subdivision: hasWords(filter.subdivision, (row) => row.subdivision, true),
  legalDescription: hasWords(filter.legalDescription, (row) => row.legal_description),
})

const assessmentTests = (filter: CriteriaPart<'assessment'>) => ({
  landValue: within(filter.landValue, (row) => row.land_value),
  improvementValue: within(filter.improvementValue, (row) => row.improvement_value),
  valueYear: within(filter.valueYear, (row) => row.value_year),
  taxAmount: within(filter.taxAmount, (row) => row.tax_amount),
  taxYear: within(filter.taxYear, (row) => row.tax_year),
})

const isEqual = (wanted: boolean | undefined, of: (row: ReferenceRow) => boolean | null): Test | undefined =>
  wanted === undefined ? undefined : (row) => of(row) === wanted

function signalTests({ anyOf, allOf, noneOf }: CriteriaPart<'signals'>) {
  const theirs = (row: ReferenceRow) => signalMask.fromMask(row.signals)
  return {
    anyOf: anyOf?.length ? (row: ReferenceRow) => theirs(row).some((signal) => anyOf.includes(signal)) : undefined,
    allOf: allOf?.length ? (row: ReferenceRow) => allOf.every((signal) => theirs(row).includes(signal)) : undefined,
    noneOf: noneOf?.length ? (row: ReferenceRow) => !theirs(row).some((signal) => noneOf.includes(signal)) : undefined,
  }
}

const contactTests = ({ hasPhone, hasEmail }: CriteriaPart<'contact'>) => ({
  hasPhone: isEqual(hasPhone, (row) => row.has_phone),
  hasEmail: isEqual(hasEmail, (row) => row.has_email),
})

const isInstitutional = ({ owner_type, target_types }: ReferenceRow): boolean =>
  ['GOVERNMENT', 'LENDER'].includes(owner_type) || targetTypeMask.fromMask(target_types).includes('INSTITUTIONAL')

function exclusionTests({ criteria, ownLeads = noLeads, excludeCriteria = [], asOf }: Selection) {
  const { exclude = {} } = criteria
  const excludesIds = (ids: readonly string[]): Test | undefined =>
    ids.length > 0 ? (row) => !ids.includes(row.property_id) : undefined
  const isPurchased = purchasedTest('ANY', { ownLeads })
  const hasPurchased = ownLeads.mail.length + ownLeads.call.length > 0
  const searches = excludeCriteria.map((criteria) => referenceClauses({ criteria, ownLeads, asOf }))
  const excludesLeads = (ids: readonly string[] = [], leads: OwnLeads['campaigns']): Test | undefined => {
    const keys = new Set(ids.flatMap((id) => leads?.get(id) ?? []))
    return ids.length > 0 ? (row) => !keys.has(toLeadKey(row)) : undefined
  }
  const lists = exclude.suppressionListIds ?? []
  const listed = new Set(lists.flatMap((id) => ownLeads.suppressionLists?.get(id)?.ids.split(',') ?? []))
  return {
    institutional: exclude.institutional ? (row: ReferenceRow) => !isInstitutional(row) : undefined,
    savedSearchIds:
      searches.length > 0
        ? (row: ReferenceRow) => !searches.some((clauses) => clauses.every(({ meets }) => meets(row)))
        : undefined,
    suppressionListIds: lists.length > 0 ? (row: ReferenceRow) => !listed.has(row.property_id) : undefined,
    orderIds: excludesLeads(exclude.orderIds, ownLeads.orders),
    campaignIds: excludesLeads(exclude.campaignIds, ownLeads.campaigns),
    propertyIds: excludesIds(exclude.propertyIds ?? []),
    delivered: excludesPurchased(criteria) && hasPurchased ? (row: ReferenceRow) => !isPurchased?.(row) : undefined,
  }
}
