import type { Use } from '../derive/use.ts'
import type { PropertyFacts } from '../intake/property-facts.ts'
import { streetName } from './names.ts'
import type { OwnerKind } from './owners.ts'
import type { DemoCounty, DemoZip } from './places.ts'
import { type Random, weighted } from './random.ts'

type Kind = { use: Use; code: string; says: string; sqft: readonly [mean: number, deviation: number]; value: number }

// `value` multiplies what a middling house is worth; `sqft` is 0 where nothing is built.
const house: Kind = { use: 'DETACHED_HOUSE', code: '100', says: 'SINGLE FAMILY', sqft: [1950, 620], value: 1 }
const townhouse: Kind = { use: 'ROW_HOUSE', code: '110', says: 'TOWNHOUSE', sqft: [1480, 280], value: 0.78 }
const condominium: Kind = { use: 'CONDOMINIUM', code: '120', says: 'CONDOMINIUM', sqft: [1050, 260], value: 0.66 }
const mobile: Kind = {
  use: 'MANUFACTURED_HOME',
  code: '130',
  says: 'MANUFACTURED HOME',
  sqft: [1180, 220],
  value: 0.34,
}
const duplex: Kind = { use: 'DUPLEX', code: '200', says: 'TWO FAMILY', sqft: [2300, 420], value: 1.2 }
const triplex: Kind = { use: 'TRIPLEX', code: '201', says: 'THREE FAMILY', sqft: [2900, 480], value: 1.45 }
const fourplex: Kind = { use: 'FOURPLEX', code: '202', says: 'FOUR FAMILY', sqft: [3600, 560], value: 1.75 }
const apartments: Kind = { use: 'APARTMENT', code: '210', says: 'APARTMENTS', sqft: [21_000, 12_000], value: 9 }
const store: Kind = { use: 'STORE', code: '300', says: 'STORE', sqft: [4800, 2200], value: 2.4 }
const mixed: Kind = {
  use: 'STORE_WITH_DWELLINGS',
  code: '310',
  says: 'STORE AND DWELLINGS',
  sqft: [5200, 1900],
  value: 2.1,
}
const office: Kind = { use: 'OFFICE_BUILDING', code: '320', says: 'OFFICE', sqft: [9000, 5200], value: 4.2 }
const warehouse: Kind = { use: 'WAREHOUSE', code: '400', says: 'WAREHOUSE', sqft: [18_000, 9000], value: 3.8 }
const land: Kind = { use: 'RESIDENTIAL_LAND', code: '500', says: 'VACANT RESIDENTIAL', sqft: [0, 0], value: 0.24 }
const farm: Kind = { use: 'CROPLAND', code: '600', says: 'CROPLAND', sqft: [0, 0], value: 1.3 }
const church: Kind = { use: 'CHURCH', code: '700', says: 'HOUSE OF WORSHIP', sqft: [8200, 3600], value: 2.6 }
const publicLand: Kind = { use: 'GOVERNMENT', code: '710', says: 'PUBLIC PROPERTY', sqft: [11_000, 6000], value: 3 }

const homes = weighted([
  [house, 74],
  [townhouse, 10],
  [condominium, 13],
  [mobile, 3],
])
const rentals = weighted([
  [house, 56],
  [townhouse, 11],
  [condominium, 17],
  [duplex, 9],
  [triplex, 3],
  [fourplex, 4],
])
const business = weighted([
  [house, 44],
  [townhouse, 7],
  [condominium, 8],
  [duplex, 7],
  [fourplex, 4],
  [apartments, 7],
  [store, 6],
  [mixed, 3],
  [office, 4],
  [warehouse, 4],
  [land, 6],
])
const lots = weighted([
  [land, 70],
  [house, 30],
])
const absentee = weighted([
  [house, 58],
  [condominium, 17],
  [townhouse, 7],
  [land, 13],
  [farm, 2],
  [duplex, 3],
])

function kindFor(owner: OwnerKind, random: Random): Kind {
  switch (owner) {
    case 'OCCUPANT':
    case 'ESTATE':
    case 'LENDER':
    case 'FLIPPER':
    case 'FUND':
      return homes(random)
    case 'ABSENTEE':
      return absentee(random)
    case 'LANDLORD':
      return rentals(random)
    case 'LLC':
      return business(random)
    case 'BUILDER':
      return lots(random)
    case 'GOVERNMENT':
      return random.chance(0.4) ? land : publicLand
    case 'NONPROFIT':
      return random.chance(0.7) ? church : land
  }
}

type Building = Pick<
  PropertyFacts,
  | 'situsAddress'
  | 'situsUnit'
  | 'situsCity'
  | 'situsZip'
  | 'lat'
  | 'lng'
  | 'useCode'
  | 'useDescription'
  | 'use'
  | 'bedrooms'
  | 'bathrooms'
  | 'livingAreaSqft'
  | 'lotSqft'
  | 'yearBuilt'
  | 'units'
  | 'stories'
> & { value: number }

/** Makes up a property that an owner of a kind may hold: where it is, what stands there, and what it is worth. */
export function makeBuilding(random: Random, county: DemoCounty, owner: OwnerKind): Building {
  const zip = random.pick(county.zips)
  const kind = kindFor(owner, random)
  const isBuilt = kind.sqft[0] > 0
  const sqft = Math.max(kind.sqft[0] * 0.4, random.normal(...kind.sqft))
  const isHome = isBuilt && kind.value < 2
  const units = dwellings(kind, sqft)
  const bedrooms = isHome && random.chance(0.95) ? Math.max(1, Math.round(sqft / 620 + random.normal(0, 0.5))) : null
  const yearBuilt = Math.min(2026, Math.max(1888, Math.round(random.normal(eraOf(zip), 14))))
  const size = isBuilt ? (sqft / kind.sqft[0]) ** 0.7 : 1
  const noise = Math.exp(random.normal(0, 0.16))
  return {
    situsAddress: `${random.int(100, 9899)} ${streetName(random)}`,
    situsUnit: kind === condominium ? `${random.int(1, 12)}${`${random.int(1, 20)}`.padStart(2, '0')}` : null,
    situsCity: zip[1],
    situsZip: zip[0],
    lat: round(random.normal(zip[2], 0.0085), 6),
    lng: round(random.normal(zip[3], 0.0105), 6),
    useCode: kind.code,
    useDescription: kind.says,
    use: kind.use,
    bedrooms,
    bathrooms: bedrooms && Math.max(1, Math.round((bedrooms * 0.62 + random.normal(0.2, 0.35)) * 2) / 2),
    livingAreaSqft: isBuilt && random.chance(0.97) ? Math.round(sqft) : null,
    lotSqft: kind === condominium ? null : Math.round(lotOf(kind, sqft, random)),
    yearBuilt: isBuilt && random.chance(0.97) ? yearBuilt : null,
    units,
    stories: isBuilt ? random.pick([1, 1, 1.5, 2, 2, 2, 3]) : null,
    value: Math.round((county.typicalValue * kind.value * size * noise * standingOf(zip)) / 100) * 100,
  }
}

const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

function dwellings({ use }: Kind, sqft: number): number | null {
  const few = { DUPLEX: 2, TRIPLEX: 3, FOURPLEX: 4 } as const
  if (use in few) return few[use as keyof typeof few]
  return use === 'APARTMENT' ? Math.max(5, Math.round(sqft / 900)) : null
}

const lotOf = (kind: Kind, sqft: number, random: Random) => {
  if (kind === farm) return 43_560 * random.int(5, 80)
  if (kind === land) return 43_560 * (0.1 + random.next() ** 3 * 4)
  return kind === townhouse ? sqft * 1.3 : Math.max(2200, sqft * (2 + random.next() * 4))
}

// Each ZIP has an age and a standing of its own, taken from its digits so that they never change.
const digits = ([zip]: DemoZip) => (Number(zip) * 7919) % 1000
const eraOf = (zip: DemoZip) => 1932 + (digits(zip) % 76)
const standingOf = (zip: DemoZip) => 0.72 + ((digits(zip) * 13) % 100) / 160
