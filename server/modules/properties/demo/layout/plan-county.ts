import type { DemoCounty } from '../counties.ts'
import type { CountyPlan, Town } from './county-plan.ts'
import { createNumbers, hashNumbers, type Point } from './geometry.ts'
import { createLattice, findCell, type Lattice } from './lattice.ts'
import type { LotUse } from './patterns.ts'
import { createProjection, type Projection } from './projection.ts'
import { createStreetNames } from './street-names.ts'
import { claimCenters } from './town.ts'

const lotUses: readonly LotUse[] = [
  ...(['HOUSE', 'TOWNHOUSE', 'CONDOMINIUM', 'MOBILE', 'APARTMENTS', 'STORE'] as const),
  ...(['OFFICE', 'WAREHOUSE', 'ACREAGE', 'FARM', 'CHURCH', 'PUBLIC'] as const),
]

/** The share of all properties that needs a lot of each use; a building of condominiums holds many. */
const shares: Record<LotUse, number> = {
  ...{ HOUSE: 0.71, TOWNHOUSE: 0.092, CONDOMINIUM: 0.0055, MOBILE: 0.022, APARTMENTS: 0.0082, STORE: 0.0103 },
  ...{ OFFICE: 0.0047, WAREHOUSE: 0.0044, ACREAGE: 0.015, FARM: 0.002, CHURCH: 0.0037, PUBLIC: 0.0035 },
}

export function planCounty(county: DemoCounty, rows: number, seed: number): CountyPlan {
  const { zips } = county
  const countySeed = hashNumbers(seed, Number(county.fips))
  const numbers = createNumbers(countySeed)
  const mean = (key: 'lat' | 'lng') => zips.reduce((sum, zip) => sum + zip[key], 0) / zips.length
  const projection = createProjection({ lat: mean('lat'), lng: mean('lng') }, numbers)
  const centers = zips.map((zip) => projection.toPlan(zip))
  const lattice = createLattice(centers)
  const plan: CountyPlan = {
    ...{ fips: county.fips, seed: countySeed, lattice, projection, cells: new Map(), towns: new Map() },
    names: createStreetNames(countySeed),
    isLand: createLandCheck(county, lattice, projection),
  }
  const demand = mapUses((use) => Math.ceil((rows / zips.length) * shares[use] * 1.06))
  zips.forEach(({ zip }, at) => {
    const [x, y] = centers[at] ?? [0, 0]
    const town: Town = {
      ...{ zip, county: plan, demand, houseCells: 0, next: 0, condominium: null, mailed: new Set(), lots: [] },
      ...{ column: findCell(lattice.columns, x), row: findCell(lattice.rows, y), seed: hashNumbers(seed, Number(zip)) },
      radius: Math.sqrt(rows / zips.length / 330) + 0.6,
      free: mapUses(() => []),
    }
    plan.towns.set(zip, town)
  })
  for (const town of plan.towns.values()) claimCenters(town)
  return plan
}

function createLandCheck({ shape }: DemoCounty, { columns, rows }: Lattice, { toGround, toPosition }: Projection) {
  const known = new Map<number, boolean>()
  const check = (column: number, row: number): boolean => {
    const [west, east] = [columns[column]?.at, columns[column + 1]?.at]
    const [south, north] = [rows[row]?.at, rows[row + 1]?.at]
    if (west === undefined || east === undefined || south === undefined || north === undefined) return false
    const corners: Point[] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ]
    return corners.every((corner) => shape.contains(toPosition(toGround(corner))))
  }
  return (column: number, row: number): boolean => {
    const code = column * 10_000 + row
    const isLand = known.get(code) ?? check(column, row)
    known.set(code, isLand)
    return isLand
  }
}

const mapUses = <Value>(create: (use: LotUse) => Value) =>
  Object.fromEntries(lotUses.map((use) => [use, create(use)])) as Record<LotUse, Value>
