import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Coverage } from '../../places/coverage.ts'
import { signalMask, targetTypeMask } from '../../records/bit-masks.ts'
import { getNarrowingPlaces, hasLocation } from './breadth.ts'
import {
  andClauses,
  type Bind,
  type Clause,
  type ClauseByField,
  type CriteriaGroup,
  equals,
  idListSql,
  inDates,
  inList,
  inRange,
  matchesWords,
  orClauses,
  toIsoDay,
  toWordsSql,
} from './clauses.ts'
import { compileAssessment, compileBuilding } from './compile-assessment.ts'
import { compileLocation } from './compile-location.ts'
import { compileMortgage } from './compile-mortgage.ts'
import {
  compileNotOwn,
  compileNotPurchased,
  compileOnlyOwn,
  type ExcludedPart,
  noLeads,
  type OwnLeads,
} from './own-leads.ts'

export type CompileOptions = {
  /** What the user has: purchased leads are excluded by default, and `only` and `exclude` name the rest. */
  ownLeads?: OwnLeads | undefined
  excludedPart?: ExcludedPart | undefined
  /** The criteria of `exclude.savedSearchIds`: matches of any of them are excluded. */
  excludeCriteria?: readonly Criteria[] | undefined
  coverage?: Coverage | undefined
  /** The reference day for `lastDays` and `yearsOwned`. */
  asOf: Date
}

/** The SQL of one criteria field; `key` is its path, such as `owner.occupancies`. */
export type NamedClause = { key: string; sql: string }

/**
 * Compiles criteria into a condition on the `properties` table: everything present is ANDed, lists are any-of, and an
 * unknown value only matches a range with `includeUnknown`. Pure, and every value is bound.
 */
export const compileCriteria = (bind: Bind, criteria: Criteria, options: CompileOptions): string =>
  joinClauses(compileClauses(bind, criteria, options))

/** Joins all clauses. ClickHouse tests the cheap columns first, as long as it sees one flat AND. */
export const joinClauses = (clauses: readonly NamedClause[]): string =>
  andClauses(clauses.map(({ sql }) => sql)) ?? 'true'

/** One clause for each field present, in display order. */
export function compileClauses(bind: Bind, criteria: Criteria, options: CompileOptions): NamedClause[] {
  const { asOf } = options
  return [
    ...toNamedClause('location', compileLocation(bind, criteria.location, options.coverage)),
    ...toNamedClauses('property', compileProperty(bind, criteria.property ?? {})),
    ...toNamedClauses('owner', compileOwner(bind, criteria.owner ?? {}, asOf)),
    ...toNamedClauses('mortgage', compileMortgage(bind, criteria.mortgage ?? {}, asOf)),
    ...toNamedClauses('sale', compileSale(bind, criteria.sale ?? {}, asOf)),
    ...toNamedClauses('signals', compileSignals(bind, criteria.signals ?? {})),
    ...toNamedClauses('contact', compileContact(criteria.contact ?? {})),
    ...toNamedClauses('building', compileBuilding(bind, criteria.building ?? {})),
    ...toNamedClauses('assessment', compileAssessment(bind, criteria.assessment ?? {})),
    ...toNamedClause('stack', compileStack(bind, criteria.stack, options)),
    ...toNamedClauses('only', compileOnly(bind, criteria.only ?? {}, options)),
    ...toNamedClauses('exclude', compileExclusions(bind, criteria, options)),
  ]
}

const toNamedClause = (key: string, clause: Clause): NamedClause[] =>
  clause === undefined ? [] : [{ key, sql: clause }]

const toNamedClauses = (group: string, clauses: Record<string, Clause>): NamedClause[] =>
  Object.entries(clauses).flatMap(([field, clause]) => toNamedClause(`${group}.${field}`, clause))

const compileProperty = (
  bind: Bind,
  property: CriteriaGroup<'property'>,
): ClauseByField<CriteriaGroup<'property'>> => ({
  assetClasses: inList(bind, 'asset_class', property.assetClasses),
  assetSubGroups: inList(bind, 'asset_sub_group', property.assetSubGroups),
  assetUseTypes: inList(bind, 'asset_use_type', property.assetUseTypes),
  bedrooms: inRange(bind, 'bedrooms', property.bedrooms),
  bathrooms: inRange(bind, 'bathrooms', property.bathrooms),
  livingAreaSqft: inRange(bind, 'living_area_sqft', property.livingAreaSqft),
  lotSqft: inRange(bind, 'lot_sqft', property.lotSqft),
  yearBuilt: inRange(bind, 'year_built', property.yearBuilt),
  units: inRange(bind, 'units', property.units),
  stories: inRange(bind, 'stories', property.stories),
  estimatedValue: inRange(bind, 'estimated_value', property.estimatedValue),
  assessedValue: inRange(bind, 'assessed_value', property.assessedValue),
})

const compileOwner = (
  bind: Bind,
  owner: CriteriaGroup<'owner'>,
  asOf: Date,
): ClauseByField<CriteriaGroup<'owner'>> => ({
  ownerTypes: inList(bind, 'owner_type', owner.ownerTypes),
  occupancies: inList(bind, 'occupancy', owner.occupancies),
  acquiredByQc: inList(bind, 'acquired_by_qc', owner.acquiredByQc),
  targetTypes: owner.targetTypes?.length
    ? `bitAnd(target_types, ${bind(targetTypeMask.toMask(owner.targetTypes), 'UInt32')}) != 0`
    : undefined,
  yearsOwned: inRange(bind, () => yearsOwnedSql(bind, asOf), owner.yearsOwned),
  propertiesOwned: inRange(bind, 'properties_owned', owner.propertiesOwned),
  mailingStates: inList(bind, 'mailing_state', owner.mailingStates),
  name: matchesWords(bind, 'owner_words', owner.name),
  homestead: equals('is_homestead', owner.homestead),
})

export const yearsOwnedSql = (bind: Bind, asOf: Date) =>
  `age('year', last_sale_date, ${bind(toIsoDay(asOf), 'Date32')})`

const compileSale = (bind: Bind, sale: CriteriaGroup<'sale'>, asOf: Date): ClauseByField<CriteriaGroup<'sale'>> => ({
  soldOn: inDates(bind, 'last_sale_date', sale.soldOn, asOf),
  price: inRange(bind, 'last_sale_price', sale.price),
  deedTypes: inList(bind, 'last_sale_deed_type', sale.deedTypes),
  cashPurchase: equals('cash_purchase', sale.cashPurchase),
  armsLength: equals('arms_length', sale.armsLength),
  document: matchesWords(bind, toWordsSql('last_sale_document'), sale.document),
})

function compileSignals(
  bind: Bind,
  { anyOf, allOf, noneOf }: CriteriaGroup<'signals'>,
): ClauseByField<CriteriaGroup<'signals'>> {
  const masked = (signals: typeof anyOf, test: (mask: string) => string) =>
    signals?.length ? test(bind(signalMask.toMask(signals), 'UInt32')) : undefined
  return {
    anyOf: masked(anyOf, (mask) => `bitAnd(signals, ${mask}) != 0`),
    allOf: masked(allOf, (mask) => `bitAnd(signals, ${mask}) = ${mask}`),
    noneOf: masked(noneOf, (mask) => `bitAnd(signals, ${mask}) = 0`),
  }
}

/** An owner without a known contact of the kind has none: there is nothing to call or write to. */
function compileContact({ hasPhone, hasEmail }: CriteriaGroup<'contact'>): ClauseByField<CriteriaGroup<'contact'>> {
  const has = (kind: ContactKind, wanted: boolean | undefined) =>
    wanted === undefined ? undefined : hasContactSql(kind, wanted)
  return { hasPhone: has('PHONE', hasPhone), hasEmail: has('EMAIL', hasEmail) }
}

type ContactKind = 'PHONE' | 'EMAIL'

export const hasContactSql = (kind: ContactKind, wanted = true) =>
  `owner_key ${wanted ? 'in' : 'not in'} (select owner_key from contacts where kind = '${kind}')`

/**
 * Matches in at least `atLeast` of the searches. For any or all of them ClickHouse derives the places itself and finds
 * those by its sort key; in between, the places are added explicitly.
 */
function compileStack(bind: Bind, stack: Criteria['stack'], { asOf, coverage, ownLeads }: CompileOptions): Clause {
  if (!stack) return undefined
  const each = stack.of.map(({ criteria: { exclude, ...asked } }) =>
    compileCriteria(bind, { ...asked, exclude: { ...exclude, delivered: false } }, { asOf, coverage, ownLeads }),
  )
  if (stack.atLeast === 1) return orClauses(each)
  if (stack.atLeast === each.length) return andClauses(each)
  // An unknown value does not match a search.
  const matched = each.map((condition) => `toUInt8(ifNull(${condition}, false))`).join(' + ')
  const places = getNarrowingPlaces(stack)
  const isThere = places.every(hasLocation)
    ? orClauses(places.map((location) => compileLocation(bind, location, coverage)))
    : undefined
  return andClauses([isThere, `${matched} >= ${bind(stack.atLeast, 'UInt32')}`])
}

function inIds(bind: Bind, ids: readonly string[] | undefined): Clause {
  return ids && `property_id in ${idListSql(bind, ids.filter(isUInt64))}`
}

const compileOnly = (
  bind: Bind,
  only: CriteriaGroup<'only'>,
  { ownLeads = noLeads }: CompileOptions,
): ClauseByField<CriteriaGroup<'only'>> => ({
  propertyIds: inIds(bind, only.propertyIds),
  ...compileOnlyOwn(bind, only, ownLeads),
})

function compileExclusions(
  bind: Bind,
  { exclude = {}, only }: Pick<Criteria, 'exclude' | 'only'>,
  { ownLeads, excludedPart, excludeCriteria, asOf }: CompileOptions,
): ClauseByField<CriteriaGroup<'exclude'>> {
  // Excluding nothing would look like an answer, and be a wrong one.
  if (exclude.savedSearchIds?.length && !excludeCriteria) throw new Error('the saved searches to leave out are missing')
  return {
    institutional: exclude.institutional ? compileNotInstitutional(bind) : undefined,
    // An unknown value does not match the saved search, so it is not excluded.
    savedSearchIds: andClauses(
      (excludeCriteria ?? []).map(
        (criteria) => `not ifNull(${compileCriteria(bind, criteria, { asOf, ownLeads })}, false)`,
      ),
    ),
    ...compileNotOwn(bind, exclude, ownLeads ?? noLeads),
    propertyIds: notInIds(bind, exclude.propertyIds ?? []),
    delivered: compileNotPurchased(bind, { exclude, only }, { ownLeads, excludedPart }),
  }
}

/** A lender or public body is known by its type; a large holder only once its properties are counted. */
const compileNotInstitutional = (bind: Bind): string =>
  `(owner_type not in ${bind(['GOVERNMENT', 'LENDER'], 'Array(String)')} and
    bitAnd(target_types, ${bind(targetTypeMask.toMask(['LENDER', 'INSTITUTIONAL']), 'UInt32')}) = 0)`

function notInIds(bind: Bind, ids: readonly string[]): Clause {
  const possible = ids.filter(isUInt64)
  return possible.length > 0 ? `property_id not in ${idListSql(bind, possible)}` : undefined
}

const maxUInt64 = 2n ** 64n - 1n

/** Twenty digits can exceed the largest id. */
export const isUInt64 = (id: string) => BigInt(id) <= maxUInt64
