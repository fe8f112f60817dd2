import type { Cell } from './cell.ts'
import type { Point } from './geometry.ts'
import type { Lattice } from './lattice.ts'
import type { LotUse, StripUse } from './patterns.ts'
import type { Projection } from './projection.ts'
import type { StreetNames } from './street-names.ts'

/** The places of a county: its lattice, the squares that towns have taken, and the names of its streets. */
export type CountyPlan = {
  fips: string
  seed: number
  lattice: Lattice
  projection: Projection
  cells: Map<number, TownCell>
  names: StreetNames
  /** Whether a square is within the county, which ends where the sea begins. */
  isLand: (column: number, row: number) => boolean
  towns: Map<string, Town>
}

export type TownCell = Cell & { town: Town; lots: Lot[]; strips: readonly (StripUse | undefined)[] }

/** The part of a county with one ZIP. It grows from its center outward, square by square, as lots are taken. */
export type Town = {
  zip: string
  county: CountyPlan
  column: number
  row: number
  seed: number
  /** How many lots of each use it will need, and its radius then, in squares. */
  demand: Record<LotUse, number>
  radius: number
  houseCells: number
  next: number
  /** The building of condominiums that is being filled. */
  condominium: { lot: Lot; taken: number } | null
  /** Addresses that bills of owners elsewhere are sent to. */
  mailed: Set<string>
  /** All that it has, also those that are taken. */
  lots: Lot[]
  free: Record<LotUse, Lot[]>
}

/** A lot with its address. Its ring is in the plan of the county, and starts with the `fronts` corners at the street. */
export type Lot = {
  use: LotUse
  ring: Point[]
  fronts: number
  street: string
  number: number
  cell: TownCell
  lotNumber: number
}
