import { assetUseTypes } from '@dooryard/contract/asset-use-types'
import type { Criteria } from '@dooryard/contract/criteria'
import * as vocabularies from '@dooryard/contract/vocabularies'
import fc from 'fast-check'
import type { ReferenceRow } from './reference.fixture.ts'
import { milesBetween } from './reference-places.fixture.ts'

const some = <T>(values: readonly T[], maxLength = 4) => fc.array(fc.constantFrom(...values), { maxLength })

/** Each key there in so many of ten: most criteria say little, and some say a lot. */
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

/** Ends that stand near what rows really have, so that neither all nor none of them match. */
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

/** The beginning of some words of a real text, in any letter case; now and then nothing that can match. */
const wordsFrom = (texts: readonly string[]) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('---', "o'", '%', "\\' or 1 = 1 --", 'ÉTÉ', 'zz') },
    {
      weight: 9,
      arbitrary: fc
        .tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 7 }), fc.boolean(), fc.integer({ min: 1, max: 2 }))
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

const nearAny = (rows: readonly Located[]) =>
  fc
    .record({ row: fc.constantFrom(...rows), miles: fc.double({ min: 0.1, max: 40, noNaN: true }) })
    .map(({ row: { lat, lng }, miles }) => ({ lat, lng, miles }))
    // Two formulas for a distance differ in the seventh digit, which decides only for a row exactly on the rim.
    .filter((near) => rows.every((row) => Math.abs(milesBetween(row, near) / near.miles - 1) > 1e-5))

/** A star around a row: as many corners as it likes, and no side crosses another. */
const starAround = (rows: readonly Located[]) =>
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

const inSoManyOfTen = <T>(ofTen: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: ofTen, arbitrary }, { weight: 10 - ofTen, arbitrary: fc.constant(undefined) })

const stackOf = (searches: fc.Arbitrary<Criteria>) =>
  fc
    .record({ of: fc.array(fc.record({ criteria: searches }), { minLength: 2, maxLength: 4 }), atLeast: fc.nat(3) })
    .map(({ of, atLeast }) => ({ of, atLeast: 1 + (atLeast % of.length) }))

/** A few properties, or many of them, now and then with one that cannot be. */
const onlyOf = (ids: readonly string[]) =>
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

/** Random criteria over everything that can be asked of the rows given. */
export function anyCriteria(rows: readonly ReferenceRow[]): fc.Arbitrary<Criteria> {
  const isLocated = (row: ReferenceRow): row is Located => row.lat !== null && row.lng !== null
  // A few from everywhere: each center is held against the distances of all of them.
  const located = rows.filter(isLocated).filter((_, at) => at % 7 === 0)
  const of = <Key extends keyof ReferenceRow>(key: Key) => [...new Set(rows.map((row) => row[key]))]
  const numbers = (key: keyof ReferenceRow) => range(rows.map((row) => (row[key] === null ? null : Number(row[key]))))
  const saleDays = rows.map((row) => row.last_sale_date).filter((day) => day !== null)
  const lenders = rows.flatMap((row) => row['mortgages.lender']).filter((lender) => lender !== '')
  const model = {
    location: sparse({
      states: some(of('state'), 2),
      counties: some(of('county_fips'), 2),
      cities: some(rows.filter((row) => row.city !== '').map((row) => `${row.state}:${row.city}`)),
      zips: some(of('zip').filter((zip) => zip !== '')),
      near: nearAny(located),
      polygons: fc.array(starAround(located), { maxLength: 2 }),
    }),
    property: sparse({
      assetClasses: some(vocabularies.assetClasses.values),
      assetSubGroups: some(vocabularies.assetSubGroups.values, 8),
      assetUseTypes: some(assetUseTypes.values, 8),
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
      ownerTypes: some(vocabularies.ownerTypes.values, 6),
      occupancies: some(vocabularies.occupancies.values),
      acquiredByQc: some(vocabularies.yesNoUnknown.values),
      targetTypes: some(vocabularies.targetTypes.values),
      yearsOwned: range([0, 1, 2, 5, 10, 20, 40]),
      propertiesOwned: numbers('properties_owned'),
      mailingStates: some(of('mailing_state').filter((state) => state !== '')),
      name: wordsFrom(rows.flatMap((row) => row.owner_names)),
    }),
    mortgage: sparse({
      loanTypes: some(vocabularies.loanTypes.values),
      lenderTypes: some(vocabularies.lenderTypes.values),
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
      deedTypes: some(vocabularies.deedTypes.values),
      cashPurchase: fc.boolean(),
      armsLength: fc.boolean(),
    }),
    signals: sparse({
      anyOf: some(vocabularies.signals.values),
      allOf: some(vocabularies.signals.values, 2),
      noneOf: some(vocabularies.signals.values),
    }),
    contact: sparse({ hasPhone: fc.boolean(), hasEmail: fc.boolean() }),
  }
  const ids = rows.map((row) => row.property_id)
  const stacked = sparse({ ...model, exclude: sparse({ propertyIds: some(ids, 20) }) } as never, 3)
  const exclude = sparse({ delivered: fc.boolean(), propertyIds: some(ids, 20) })
  const whole = {
    asked: sparse(model as never, 5) as fc.Arbitrary<Criteria>,
    exclude: inSoManyOfTen(5, exclude),
    stack: inSoManyOfTen(2, stackOf(stacked as fc.Arbitrary<Criteria>)),
    only: inSoManyOfTen(1, onlyOf(ids)),
  }
  return fc.record(whole).map(({ asked, ...rest }) => ({ ...asked, ...rest }) as Criteria)
}
