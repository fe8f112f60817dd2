import * as vocabularies from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { assetUseTypes } from '@dooryard/contract/properties/asset-use-types'
import fc from 'fast-check'
import { namedIds, type ReferenceRow } from './reference.fixture.ts'
import { milesBetween } from './reference-places.fixture.ts'

const listUpTo = <T>(values: readonly T[], maxLength = 4) => fc.array(fc.constantFrom(...values), { maxLength })

/** Each key is present in this many of ten cases: most criteria are short and some are long. */
const sparse = <T extends object>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }, ofTen = 2) =>
  fc.record(
    Object.fromEntries(
      Object.entries(model).map(([key, arbitrary]) => [
        key,
        fc.oneof(
          { weight: ofTen, arbitrary: arbitrary as fc.Arbitrary<unknown> },
          { weight: 10 - ofTen, arbitrary: fc.constant(undefined) },
        ),
      ]),
    ),
  )

/** Bounds close to existing values, so neither all nor no rows match. */
const range = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  const end = fc.constantFrom(...known)
  return fc
    .record({
      a: fc.option(end, { nil: undefined }),
      b: fc.option(end, { nil: undefined }),
      includeUnknown: fc.option(fc.boolean(), { nil: undefined }),
    })
    .map(({ a, b, includeUnknown }) => ({
      min: a !== undefined && b !== undefined ? Math.min(a, b) : a,
      max: a !== undefined && b !== undefined ? Math.max(a, b) : b,
      includeUnknown,
    }))
}

const dates = (days: readonly string[]) => {
  const day = fc.option(fc.constantFrom('1899-12-31', '2300-01-01', ...days), { nil: undefined })
  return fc.oneof(
    fc.tuple(day, day).map(([a, b]) => (a && b && a > b ? { from: b, to: a } : { from: a, to: b })),
    fc.integer({ min: 1, max: 20_000 }).map((lastDays) => ({ lastDays })),
  )
}

/** Prefixes of words from an existing text, in any letter case; sometimes text that cannot match. */
const wordsFrom = (texts: readonly string[], longest = 7) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('---', "o'", '%', "\\' or 1 = 1 --", 'ÉTÉ', 'zz') },
    {
      weight: 9,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...texts),
          fc.integer({ min: 1, max: longest }),
          fc.boolean(),
          fc.integer({ min: 1, max: 2 }),
        )
        .map(([text, length, isLower, howMany]) => {
          const words = text
            .split(' ')
            .reverse()
            .slice(0, howMany)
            .map((word) => word.slice(0, length))
          return isLower ? words.join(' ').toLowerCase() : words.join(', ')
        }),
    },
  )

type Located = ReferenceRow & { lat: number; lng: number }

const anyNear = (rows: readonly Located[]) =>
  fc
    .record({ row: fc.constantFrom(...rows), miles: fc.double({ min: 0.1, max: 40, noNaN: true }) })
    .map(({ row: { lat, lng }, miles }) => ({ lat, lng, miles }))
    // Two distance formulas differ in the seventh digit, which only matters for a row exactly on the edge.
    .filter((near) => rows.every((row) => Math.abs(milesBetween(row, near) / near.miles - 1) > 1e-5))

/** A star around a row: any number of corners, and no crossing sides. */
const anyPolygonAround = (rows: readonly Located[]) =>
  fc
    .record({
      row: fc.constantFrom(...rows),
      reaches: fc.array(fc.double({ min: 0.002, max: 0.3, noNaN: true }), { minLength: 3, maxLength: 12 }),
      hasHole: fc.boolean(),
    })
    .map(({ row, reaches, hasHole }) => {
      const star = (scale: number) => {
        const ring = reaches.map((reach, at): [number, number] => {
          const angle = (2 * Math.PI * at) / reaches.length
          return [row.lng + scale * reach * Math.cos(angle) + 1e-7, row.lat + scale * reach * Math.sin(angle) + 1e-7]
        })
        return [...ring, ring[0] ?? [0, 0]] as [number, number][]
      }
      return { type: 'Polygon' as const, coordinates: hasHole ? [star(1), star(0.4)] : [star(1)] }
    })

const inTenths = <T>(ofTen: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: ofTen, arbitrary }, { weight: 10 - ofTen, arbitrary: fc.constant(undefined) })

const anyStack = (searches: fc.Arbitrary<Criteria>) =>
  fc
    .record({ of: fc.array(fc.record({ criteria: searches }), { minLength: 2, maxLength: 4 }), atLeast: fc.nat(3) })
    .map(({ of, atLeast }) => ({ of, atLeast: 1 + (atLeast % of.length) }))

const anyPurchasedOnly = fc.constantFrom(...vocabularies.purchasedParts.values).map((purchased) => ({ purchased }))

const anyListsOnly = fc.subarray([namedIds.list, namedIds.emptyList], { minLength: 1 }).map((listIds) => ({ listIds }))

/** A few properties or many, sometimes with an impossible id. */
const anyPropertiesOnly = (ids: readonly string[]) =>
  fc
    .array(
      fc.oneof(
        { weight: 99, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: fc.constant('99999999999999999999') },
      ),
      {
        minLength: 1,
        maxLength: 1_000,
        size: 'max',
      },
    )
    .map((propertyIds) => ({ propertyIds }))

/** Random criteria over everything that can be searched in the given rows. */
export function anyCriteria(rows: readonly ReferenceRow[]): fc.Arbitrary<Criteria> {
  const isLocated = (row: ReferenceRow): row is Located => row.lat !== null && row.lng !== null
  // A sample from everywhere: each center is compared with the distances of all rows.
  const located = rows.filter(isLocated).filter((_, at) => at % 7 === 0)
  const of = <Key extends keyof ReferenceRow>(key: Key) => [...new Set(rows.map((row) => row[key]))]
  const numbers = (key: keyof ReferenceRow) => range(rows.map((row) => (row[key] === null ? null : Number(row[key]))))
  const known = (
    key: 'construction' | 'condition' | 'zoning' | 'subdivision' | 'legal_description' | 'last_sale_document',
  ) => of(key).filter((text) => text !== '')
  const saleDays = rows.map((row) => row.last_sale_date).filter((day) => day !== null)
  const lenders = rows.flatMap((row) => row['mortgages.lender']).filter((lender) => lender !== '')
  const model = {
    location: sparse({
      states: listUpTo(of('state'), 2),
      counties: listUpTo(of('county_fips'), 2),
      cities: listUpTo(rows.filter((row) => row.city !== '').map((row) => `${row.state}:${row.city}`)),
      zips: listUpTo(of('zip').filter((zip) => zip !== '')),
      near: anyNear(located),
      polygons: fc.array(anyPolygonAround(located), { maxLength: 2 }),
    }),
    property: sparse({
      assetClasses: listUpTo(vocabularies.assetClasses.values),
      assetSubGroups: listUpTo(vocabularies.assetSubGroups.values, 8),
      assetUseTypes: listUpTo(assetUseTypes.values, 8),
      bedrooms: numbers('bedrooms'),
      bathrooms: numbers('bathrooms'),
      livingAreaSqft: numbers('living_area_sqft'),
      lotSqft: numbers('lot_sqft'),
      yearBuilt: numbers('year_built'),
      units: numbers('units'),
      stories: numbers('stories'),
      estimatedValue: numbers('estimated_value'),
      assessedValue: numbers('assessed_value'),
    }),
    owner: sparse({
      ownerTypes: listUpTo(vocabularies.ownerTypes.values, 6),
      occupancies: listUpTo(vocabularies.occupancies.values),
      acquiredByQc: listUpTo(vocabularies.yesNoUnknown.values),
      targetTypes: listUpTo(vocabularies.targetTypes.values),
      yearsOwned: range([0, 1, 2, 5, 10, 20, 40]),
      propertiesOwned: numbers('properties_owned'),
      mailingStates: listUpTo(of('mailing_state').filter((state) => state !== '')),
      name: wordsFrom(
        rows.flatMap((row) => row.owner_names),
        15,
      ),
      homestead: fc.boolean(),
    }),
    mortgage: sparse({
      loanTypes: listUpTo(vocabularies.loanTypes.values),
      lenderTypes: listUpTo(vocabularies.lenderTypes.values),
      lenderName: wordsFrom(lenders),
      openLoans: numbers('open_loans'),
      balance: numbers('open_balance'),
      originatedOn: dates(saleDays),
      ltvPercent: numbers('ltv_percent'),
      equityPercent: numbers('equity_percent'),
      equityAmount: numbers('equity_amount'),
    }),
    sale: sparse({
      soldOn: dates(saleDays),
      price: numbers('last_sale_price'),
      deedTypes: listUpTo(vocabularies.deedTypes.values),
      cashPurchase: fc.boolean(),
      armsLength: fc.boolean(),
      document: wordsFrom(known('last_sale_document'), 12),
    }),
    signals: sparse({
      anyOf: listUpTo(vocabularies.signals.values),
      allOf: listUpTo(vocabularies.signals.values, 2),
      noneOf: listUpTo(vocabularies.signals.values),
    }),
    contact: sparse({ hasPhone: fc.boolean(), hasEmail: fc.boolean() }),
    building: sparse({
      effectiveYear: numbers('effective_year'),
      constructions: listUpTo(known('construction').map((text) => text.toLowerCase())),
      conditions: listUpTo(known('condition')),
      zoningCodes: listUpTo(known('zoning')),
      subdivision: wordsFrom(known('subdivision')),
      legalDescription: wordsFrom(known('legal_description'), 12),
    }),
    assessment: sparse({
      landValue: numbers('land_value'),
      improvementValue: numbers('improvement_value'),
      valueYear: numbers('value_year'),
      taxAmount: numbers('tax_amount'),
      taxYear: numbers('tax_year'),
    }),
  }
  const ids = rows.map((row) => row.property_id)
  const stacked = sparse(
    {
      ...model,
      exclude: sparse({ propertyIds: listUpTo(ids, 20), institutional: fc.boolean() }),
      only: anyListsOnly,
    } as never,
    3,
  )
  const exclude = sparse({
    delivered: fc.boolean(),
    propertyIds: listUpTo(ids, 20),
    institutional: fc.boolean(),
    suppressionListIds: listUpTo([namedIds.list, namedIds.emptyList], 2),
    orderIds: listUpTo([namedIds.order], 2),
    campaignIds: listUpTo([namedIds.campaign], 1),
  })
  const whole = {
    asked: sparse(model as never, 4) as fc.Arbitrary<Criteria>,
    exclude: inTenths(5, exclude),
    stack: inTenths(2, anyStack(stacked as fc.Arbitrary<Criteria>)),
    only: inTenths(1, fc.oneof(anyPropertiesOnly(ids), anyPurchasedOnly, anyListsOnly)),
  }
  return fc.record(whole).map(({ asked, ...rest }) => ({ ...asked, ...rest }) as Criteria)
}
