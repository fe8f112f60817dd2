import type { Criteria } from '@dooryard/contract/criteria'
import { signalMask, targetTypeMask } from '../bits.ts'
import type { Coverage } from '../places/coverage.ts'
import { decidingPlaces, isSomewhere } from './breadth.ts'
import { allOf, anyOf, type Bind, beginsWords, type Clause, during, equals, isoDay, oneOf, within } from './clauses.ts'
import { compileLocation } from './compile-location.ts'

export type CompileOptions = {
  /** Properties already delivered, left out unless the criteria ask for them with `exclude.delivered: false`. */
  excludeIds?: readonly string[] | undefined
  /** What `exclude.savedSearchIds` stand for: whatever matches one of these is left out. */
  excludeCriteria?: readonly Criteria[] | undefined
  coverage?: Coverage | undefined
  /** The day that `lastDays` and `yearsOwned` count from. */
  asOf: Date
}

/** What one field of the criteria asks; `key` is where it stands in them, as `owner.occupancies`. */
export type NamedClause = { key: string; sql: string }

/**
 * Criteria as a condition over the `properties` table: everything present is ANDed, lists are any-of, and an unknown value
 * matches nothing but a range with `includeUnknown`. Pure, and every value is bound.
 */
export const conditionOf = (bind: Bind, criteria: Criteria, options: CompileOptions): string =>
  everyOne(clausesOf(bind, criteria, options))

/** Every clause at once. The store itself tests the cheap columns first, as long as it sees one flat AND. */
export const everyOne = (clauses: readonly NamedClause[]): string => allOf(clauses.map(({ sql }) => sql)) ?? 'true'

type Group<Name extends keyof Criteria> = NonNullable<Criteria[Name]>

/** One clause for each field that says something, in the order in which people are told of them. */
export function clausesOf(bind: Bind, criteria: Criteria, options: CompileOptions): NamedClause[] {
  const { asOf } = options
  return [
    ...named('location', compileLocation(bind, criteria.location, options.coverage)),
    ...namedIn('property', compileProperty(bind, criteria.property ?? {})),
    ...namedIn('owner', compileOwner(bind, criteria.owner ?? {}, asOf)),
    ...namedIn('mortgage', compileMortgage(bind, criteria.mortgage ?? {}, asOf)),
    ...namedIn('sale', compileSale(bind, criteria.sale ?? {}, asOf)),
    ...namedIn('signals', compileSignals(bind, criteria.signals ?? {})),
    ...namedIn('contact', compileContact(criteria.contact ?? {})),
    ...named('stack', compileStack(bind, criteria.stack, options)),
    ...namedIn('only', { propertyIds: among(bind, criteria.only?.propertyIds) }),
    ...namedIn('exclude', compileExclusions(bind, criteria.exclude ?? {}, options)),
  ]
}

const named = (key: string, clause: Clause): NamedClause[] => (clause === undefined ? [] : [{ key, sql: clause }])

const namedIn = (group: string, clauses: Record<string, Clause>): NamedClause[] =>
  Object.entries(clauses).flatMap(([field, clause]) => named(`${group}.${field}`, clause))

/** A field that is added to the criteria does not compile until it has its clause. */
type ClauseOfEach<Fields> = Record<keyof Fields, Clause>

const compileProperty = (bind: Bind, property: Group<'property'>): ClauseOfEach<Group<'property'>> => ({
  assetClasses: oneOf(bind, 'asset_class', property.assetClasses),
  assetSubGroups: oneOf(bind, 'asset_sub_group', property.assetSubGroups),
  assetUseTypes: oneOf(bind, 'asset_use_type', property.assetUseTypes),
  bedrooms: within(bind, 'bedrooms', property.bedrooms),
  bathrooms: within(bind, 'bathrooms', property.bathrooms),
  livingAreaSqft: within(bind, 'living_area_sqft', property.livingAreaSqft),
  lotSqft: within(bind, 'lot_sqft', property.lotSqft),
  yearBuilt: within(bind, 'year_built', property.yearBuilt),
  units: within(bind, 'units', property.units),
  stories: within(bind, 'stories', property.stories),
  estimatedValue: within(bind, 'estimated_value', property.estimatedValue),
  assessedValue: within(bind, 'assessed_value', property.assessedValue),
})

const compileOwner = (bind: Bind, owner: Group<'owner'>, asOf: Date): ClauseOfEach<Group<'owner'>> => ({
  ownerTypes: oneOf(bind, 'owner_type', owner.ownerTypes),
  occupancies: oneOf(bind, 'occupancy', owner.occupancies),
  acquiredByQc: oneOf(bind, 'acquired_by_qc', owner.acquiredByQc),
  targetTypes: owner.targetTypes?.length
    ? `bitAnd(target_types, ${bind(targetTypeMask.toMask(owner.targetTypes), 'UInt32')}) != 0`
    : undefined,
  yearsOwned: within(bind, () => yearsOwned(bind, asOf), owner.yearsOwned),
  propertiesOwned: within(bind, 'properties_owned', owner.propertiesOwned),
  mailingStates: oneOf(bind, 'mailing_state', owner.mailingStates),
  name: beginsWords(bind, 'owner_words', owner.name),
})

export const yearsOwned = (bind: Bind, asOf: Date) => `age('year', last_sale_date, ${bind(isoDay(asOf), 'Date32')})`

type Mortgage = Group<'mortgage'>
type LoanField = 'loanTypes' | 'lenderTypes' | 'lenderName' | 'originatedOn'
type MortgageClauses = ClauseOfEach<Omit<Mortgage, LoanField>> & { loan: Clause }

const compileMortgage = (bind: Bind, mortgage: Mortgage, asOf: Date): MortgageClauses => ({
  loan: compileLoan(bind, mortgage, asOf),
  openLoans: within(bind, 'open_loans', mortgage.openLoans),
  balance: within(bind, 'open_balance', mortgage.balance),
  ltvPercent: within(bind, 'ltv_percent', mortgage.ltvPercent),
  equityPercent: within(bind, 'equity_percent', mortgage.equityPercent),
  equityAmount: within(bind, 'equity_amount', mortgage.equityAmount),
})

/** Type, lender and date are asked of one and the same loan: an FHA loan of another lender is no match. */
function compileLoan(bind: Bind, mortgage: Mortgage, asOf: Date): Clause {
  const loan = loanCondition(bind, mortgage, asOf)
  if (!loan) return undefined
  const arrays = 'mortgages.loan_type, mortgages.lender_type, lender_words, mortgages.originated_on'
  return `arrayExists((loan_type, lender_type, words, originated_on) -> ifNull(${loan}, false), ${arrays})`
}

/** Over `loan_type`, `lender_type`, `words` and `originated_on`. */
export const loanCondition = (bind: Bind, mortgage: Pick<Mortgage, LoanField>, asOf: Date): Clause =>
  allOf([
    oneOf(bind, 'loan_type', mortgage.loanTypes),
    oneOf(bind, 'lender_type', mortgage.lenderTypes),
    beginsWords(bind, 'words', mortgage.lenderName),
    during(bind, 'originated_on', mortgage.originatedOn, asOf),
  ])

const compileSale = (bind: Bind, sale: Group<'sale'>, asOf: Date): ClauseOfEach<Group<'sale'>> => ({
  soldOn: during(bind, 'last_sale_date', sale.soldOn, asOf),
  price: within(bind, 'last_sale_price', sale.price),
  deedTypes: oneOf(bind, 'last_sale_deed_type', sale.deedTypes),
  cashPurchase: equals('cash_purchase', sale.cashPurchase),
  armsLength: equals('arms_length', sale.armsLength),
})

function compileSignals(bind: Bind, { anyOf, allOf, noneOf }: Group<'signals'>): ClauseOfEach<Group<'signals'>> {
  const masked = (signals: typeof anyOf, test: (mask: string) => string) =>
    signals?.length ? test(bind(signalMask.toMask(signals), 'UInt32')) : undefined
  return {
    anyOf: masked(anyOf, (mask) => `bitAnd(signals, ${mask}) != 0`),
    allOf: masked(allOf, (mask) => `bitAnd(signals, ${mask}) = ${mask}`),
    noneOf: masked(noneOf, (mask) => `bitAnd(signals, ${mask}) = 0`),
  }
}

/** An owner without a contact of the kind has none, known or not: there is nothing to call or write to. */
function compileContact({ hasPhone, hasEmail }: Group<'contact'>): ClauseOfEach<Group<'contact'>> {
  const has = (kind: ContactKind, wanted: boolean | undefined) =>
    wanted === undefined ? undefined : hasContact(kind, wanted)
  return { hasPhone: has('PHONE', hasPhone), hasEmail: has('EMAIL', hasEmail) }
}

type ContactKind = 'PHONE' | 'EMAIL'

export const hasContact = (kind: ContactKind, wanted = true) =>
  `owner_key ${wanted ? 'in' : 'not in'} (select owner_key from contacts where kind = '${kind}')`

/**
 * What is in at least so many of the searches. Where none or all of them decide, the store sees through to their places and
 * finds those by its sort key; for what lies between, the places are said once more.
 */
function compileStack(bind: Bind, stack: Criteria['stack'], { asOf, coverage }: CompileOptions): Clause {
  if (!stack) return undefined
  const each = stack.of.map(({ criteria: { exclude, ...asked } }) =>
    conditionOf(bind, { ...asked, exclude: { ...exclude, delivered: false } }, { asOf, coverage }),
  )
  if (stack.atLeast === 1) return anyOf(each)
  if (stack.atLeast === each.length) return allOf(each)
  // What is unknown to a search does not match it.
  const matched = each.map((condition) => `toUInt8(ifNull(${condition}, false))`).join(' + ')
  const places = decidingPlaces(stack)
  const isThere = places.every(isSomewhere)
    ? anyOf(places.map((location) => compileLocation(bind, location, coverage)))
    : undefined
  return allOf([isThere, `${matched} >= ${bind(stack.atLeast, 'UInt32')}`])
}

function among(bind: Bind, ids: readonly string[] | undefined): Clause {
  return ids && `property_id in ${idList(bind, ids.filter(isUInt64))}`
}

function compileExclusions(
  bind: Bind,
  exclude: Group<'exclude'>,
  { excludeIds = [], excludeCriteria, asOf }: CompileOptions,
): ClauseOfEach<Group<'exclude'>> {
  // Nothing left out would look like an answer, and be a wrong one.
  if (exclude.savedSearchIds?.length && !excludeCriteria) throw new Error('the saved searches to leave out are missing')
  return {
    // What is unknown does not match the saved search, so it is not left out.
    savedSearchIds: allOf(
      (excludeCriteria ?? []).map((criteria) => `not ifNull(${conditionOf(bind, criteria, { asOf })}, false)`),
    ),
    propertyIds: notAmong(bind, exclude.propertyIds ?? []),
    delivered: notDelivered(bind, { exclude }, excludeIds),
  }
}

export const notDelivered = (bind: Bind, { exclude }: Pick<Criteria, 'exclude'>, ids: readonly string[]): Clause =>
  (exclude?.delivered ?? true) ? notAmong(bind, ids) : undefined

function notAmong(bind: Bind, ids: readonly string[]): Clause {
  const possible = ids.filter(isUInt64)
  return possible.length > 0 ? `property_id not in ${idList(bind, possible)}` : undefined
}

/**
 * Ids to stand behind `in`. A subquery over one text, which becomes a hash set: as a cast constant, 100,000 of them had
 * a count over 200,000 rows stopped after 96 s instead of done in 0.2 s; as `arrayMap(toUInt64, …)` they are searched
 * from the start for every row.
 */
export const idList = (bind: Bind, ids: readonly string[]) =>
  // Of no ids the text has one part, which is empty.
  `(select toUInt64(arrayJoin(arrayFilter(id -> id != '', splitByChar(',', ${bind(ids.join(','), 'String')})))))`

const maxUInt64 = 2n ** 64n - 1n

/** Twenty digits can say more than any id is. */
export const isUInt64 = (id: string) => BigInt(id) <= maxUInt64
