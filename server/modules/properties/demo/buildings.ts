import type { SimpleFaker } from '@faker-js/faker'
import type { Use } from '../derive/use.ts'
import type { DemoCounty, DemoZip } from './counties.ts'
import type { Lot } from './layout/county-plan.ts'
import { type CountyPlans, formatAddress } from './layout/demo-plans.ts'
import { averagePoint, hashNumbers, type Point } from './layout/geometry.ts'
import { namePlat } from './layout/lots.ts'
import type { LotUse } from './layout/patterns.ts'
import { drawBuilding, placeLot } from './layout/place.ts'
import type { OwnerKind } from './owners.ts'
import { normal, weights } from './random.ts'

/** `value` multiplies the typical house value; `sqft` is 0 for land. */
type BuildingKind = {
  use: Use
  code: string
  says: string
  sqft: readonly [mean: number, deviation: number]
  value: number
  lot: LotUse
}

const buildingKinds = {
  house: { use: 'DETACHED_HOUSE', code: '100', says: 'SINGLE FAMILY', sqft: [1950, 620], value: 1, lot: 'HOUSE' },
  townhouse: { use: 'ROW_HOUSE', code: '110', says: 'TOWNHOUSE', sqft: [1480, 280], value: 0.78, lot: 'TOWNHOUSE' },
  condominium: {
    use: 'CONDOMINIUM',
    code: '120',
    says: 'CONDOMINIUM',
    sqft: [1050, 260],
    value: 0.66,
    lot: 'CONDOMINIUM',
  },
  mobile: {
    use: 'MANUFACTURED_HOME',
    code: '130',
    says: 'MANUFACTURED HOME',
    sqft: [1180, 220],
    value: 0.34,
    lot: 'MOBILE',
  },
  duplex: { use: 'DUPLEX', code: '200', says: 'TWO FAMILY', sqft: [2300, 420], value: 1.2, lot: 'HOUSE' },
  triplex: { use: 'TRIPLEX', code: '201', says: 'THREE FAMILY', sqft: [2900, 480], value: 1.45, lot: 'HOUSE' },
  fourplex: { use: 'FOURPLEX', code: '202', says: 'FOUR FAMILY', sqft: [3600, 560], value: 1.75, lot: 'HOUSE' },
  apartments: {
    use: 'APARTMENT',
    code: '210',
    says: 'APARTMENTS',
    sqft: [21_000, 12_000],
    value: 9,
    lot: 'APARTMENTS',
  },
  store: { use: 'STORE', code: '300', says: 'STORE', sqft: [4800, 2200], value: 2.4, lot: 'STORE' },
  mixed: {
    use: 'STORE_WITH_DWELLINGS',
    code: '310',
    says: 'STORE AND DWELLINGS',
    sqft: [5200, 1900],
    value: 2.1,
    lot: 'STORE',
  },
  office: { use: 'OFFICE_BUILDING', code: '320', says: 'OFFICE', sqft: [9000, 5200], value: 4.2, lot: 'OFFICE' },
  warehouse: { use: 'WAREHOUSE', code: '400', says: 'WAREHOUSE', sqft: [18_000, 9000], value: 3.8, lot: 'WAREHOUSE' },
  land: { use: 'RESIDENTIAL_LAND', code: '500', says: 'VACANT RESIDENTIAL', sqft: [0, 0], value: 0.24, lot: 'ACREAGE' },
  farm: { use: 'CROPLAND', code: '600', says: 'CROPLAND', sqft: [0, 0], value: 1.3, lot: 'FARM' },
  church: { use: 'CHURCH', code: '700', says: 'HOUSE OF WORSHIP', sqft: [8200, 3600], value: 2.6, lot: 'CHURCH' },
  publicLand: {
    use: 'GOVERNMENT',
    code: '710',
    says: 'PUBLIC PROPERTY',
    sqft: [11_000, 6000],
    value: 3,
    lot: 'PUBLIC',
  },
} satisfies Record<string, BuildingKind>

type BuildingKindName = keyof typeof buildingKinds

const homes = weights<BuildingKindName>({ house: 74, townhouse: 10, condominium: 13, mobile: 3 })

const buildingsByOwner: Record<OwnerKind, typeof homes> = {
  OCCUPANT: homes,
  ESTATE: homes,
  LENDER: homes,
  FLIPPER: homes,
  FUND: homes,
  ABSENTEE: weights({ house: 58, condominium: 17, townhouse: 7, land: 13, farm: 2, duplex: 3 }),
  LANDLORD: weights({ house: 56, townhouse: 11, condominium: 17, duplex: 9, triplex: 3, fourplex: 4 }),
  LLC: weights({
    ...{ house: 44, townhouse: 7, condominium: 8, duplex: 7, fourplex: 4, apartments: 7 },
    ...{ store: 6, mixed: 3, office: 4, warehouse: 4, land: 6 },
  }),
  BUILDER: weights({ land: 70, house: 30 }),
  GOVERNMENT: weights({ publicLand: 60, land: 40 }),
  NONPROFIT: weights({ church: 70, land: 30 }),
}

export function makeBuilding(random: SimpleFaker, plans: CountyPlans, county: DemoCounty, owner: OwnerKind) {
  const { datatype, helpers } = random
  const zip = helpers.arrayElement(county.zips)
  const name = helpers.weightedArrayElement(buildingsByOwner[owner])
  const kind: BuildingKind = buildingKinds[name]
  const isBuilt = kind.sqft[0] > 0
  const sqft = Math.max(kind.sqft[0] * 0.4, normal(random, ...kind.sqft))
  const isHome = isBuilt && kind.value < 2
  const bedrooms =
    isHome && datatype.boolean(0.95) ? Math.max(1, Math.round(sqft / 620 + normal(random, 0, 0.5))) : null
  const size = isBuilt ? (sqft / kind.sqft[0]) ** 0.7 : 1
  const noise = Math.exp(normal(random, 0, 0.16))
  // Every other vacant lot lies among houses.
  const lotUse = name === 'land' && datatype.boolean(0.6) ? 'HOUSE' : kind.lot
  const { lot, unit } = plans.takeUnit(county, zip.zip, lotUse)
  const shared = unit && hashNumbers(lot.cell.seed, lot.lotNumber)
  const age = normal(random, 0, 11)
  const yearBuilt = Math.min(
    2026,
    Math.max(1888, Math.round(getEra(zip, lot) + (shared === null ? age : (shared % 33) - 16))),
  )
  const stories = isBuilt ? helpers.arrayElement([1, 1, 1.5, 2, 2, 2, 3]) : null
  const ground = placeLot(lot)
  const outline = isBuilt ? drawBuilding(lot, ground, unit ? unit.area : (sqft * sqmPerSqft) / (stories ?? 1)) : []
  const value = Math.round((county.typicalValue * kind.value * size * noise * getPriceLevel(zip)) / 100) * 100
  const position = lot.cell.town.county.projection.toPosition(outline.length > 0 ? averagePoint(outline) : ground.inner)
  const building = {
    situsAddress: formatAddress(lot),
    situsUnit: unit?.name ?? null,
    situsCity: zip.city,
    situsZip: zip.zip,
    lat: roundDegrees(position.lat),
    lng: roundDegrees(position.lng),
    positionSource: 'PARCEL_OUTLINE' as const,
    useCode: kind.code,
    useDescription: kind.says,
    use: kind.use,
    bedrooms,
    bathrooms: bedrooms && Math.max(1, Math.round((bedrooms * 0.62 + normal(random, 0.2, 0.35)) * 2) / 2),
    livingAreaSqft: isBuilt && datatype.boolean(0.97) ? Math.round(sqft) : null,
    lotSqft: unit ? null : measureLot(random, ground.area),
    yearBuilt: isBuilt && datatype.boolean(0.97) ? yearBuilt : null,
    units: countDwellings(name, sqft),
    stories: unit ? unit.stories : stories,
  }
  const toPositions = (ring: readonly Point[]) => ring.map(lot.cell.town.county.projection.toPosition)
  const place = {
    ...{ outline: toPositions(ground.ring), building: toPositions(outline), number: lot.number },
    ...{ plat: namePlat(lot), lotNumber: lot.lotNumber },
    // What the units of a building have in common is chosen by it.
    shared,
  }
  return { building, value, place }
}

/** Where a property lies: the rings of its parcel and its building, counterclockwise and without a closing position. */
export type DemoPlace = ReturnType<typeof makeBuilding>['place']

const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6

const unitsByKind: Partial<Record<BuildingKindName, number>> = { duplex: 2, triplex: 3, fourplex: 4 }
const countDwellings = (kind: BuildingKindName, sqft: number) =>
  unitsByKind[kind] ?? (kind === 'apartments' ? Math.max(5, Math.round(sqft / 900)) : null)

const sqmPerSqft = 0.092903

/** The area on the roll: that of the outline, or for some what an older deed says. */
function measureLot({ datatype, number }: SimpleFaker, area: number): number {
  const sqft = area / sqmPerSqft
  return Math.round(datatype.boolean(0.94) ? sqft : sqft * (0.94 + number.float() * 0.12))
}

// Each ZIP has its own building age and price level, derived from its digits so they never change.
const toZipNumber = ({ zip }: DemoZip) => (Number(zip) * 7919) % 1000
const getPriceLevel = (zip: DemoZip) => 0.72 + ((toZipNumber(zip) * 13) % 100) / 160

/** A town is older in its center. */
function getEra(zip: DemoZip, { cell }: Lot): number {
  const distance = Math.hypot(cell.column - cell.town.column, cell.row - cell.town.row)
  return 1924 + (toZipNumber(zip) % 76) + Math.min(distance, 4) * 5
}
