import type { Point } from './geometry.ts'
import { cellSize } from './lattice.ts'

/** What a lot is cut for. */
export type LotUse =
  | 'HOUSE'
  | 'TOWNHOUSE'
  | 'CONDOMINIUM'
  | 'MOBILE'
  | 'APARTMENTS'
  | 'STORE'
  | 'OFFICE'
  | 'WAREHOUSE'
  | 'ACREAGE'
  | 'FARM'
  | 'CHURCH'
  | 'PUBLIC'

/** A lot in the square of a cell; its first corners are at the street, `along` meters from where that starts. */
export type DraftLot = {
  use: LotUse
  ring: Point[]
  /** How many of its first corners are at the street; two unless given. */
  fronts?: number
  street: number
  along: number
  side: 0 | 1
}

/**
 * A street in the square of a cell. One that is `through` continues in the next cell, where this one is open. `rank` is
 * its number among those through streets.
 */
export type DraftStreet = { path: Point[]; form: 'ROW' | 'CROSS' | 'LANE' | 'LOOP' | 'DEAD_END'; rank: number }

export type Draft = { streets: DraftStreet[]; lots: DraftLot[] }

const size = cellSize
/** Half the width of a local street, from lot to lot. */
export const halfStreet = 7

type Face = {
  use: LotUse
  street: number
  side: 0 | 1
  front: number
  back: number
  cuts: readonly number[]
  along?: (at: number) => number
}

/** Lots side by side along a street that runs from west to east. */
export const cutFace = ({ use, street, side, front, back, cuts, along = (at) => at }: Face): DraftLot[] =>
  cuts.slice(1).map((to, at) => {
    const from = cuts[at] ?? 0
    const ring: Point[] = [
      [from, front],
      [to, front],
      [to, back],
      [from, back],
    ]
    return { use, ring, street, side, along: along((from + to) / 2) }
  })

export const cutEvenly = (from: number, to: number, width: number): number[] => {
  const count = Math.max(1, Math.round((to - from) / width))
  return Array.from({ length: count + 1 }, (_, at) => from + ((to - from) * at) / count)
}

export type StripUse = { use: LotUse; width: number }

type Rows = {
  /** Streets from west to east, each with lots on both sides. */
  rows: number
  /** Streets from south to north across them. */
  crossings: number
  /** Whether the streets go on in the next cell under the same name. */
  isThrough: boolean
  /** What the lots of a strip are for; undefined leaves it open. */
  pickUse: (row: number, column: number, side: 0 | 1) => StripUse | undefined
}

/** Parallel streets, as in a center or a plain suburb. Lots on both sides of a back line are cut at the same places. */
export function draftRows({ rows, crossings, isThrough, pickUse }: Rows): Draft {
  const pitch = size / rows
  const streets: DraftStreet[] = []
  for (let row = 0; row < rows; row += 1) {
    const at = (row + 0.5) * pitch
    const path: Point[] = [
      [0, at],
      [size, at],
    ]
    streets.push({ path, form: isThrough ? 'ROW' : 'LANE', rank: row })
  }
  const bounds = Array.from({ length: crossings + 2 }, (_, at) => (size * at) / (crossings + 1))
  for (const [at, place] of bounds.slice(1, -1).entries()) {
    const path: Point[] = [
      [place, 0],
      [place, size],
    ]
    streets.push({ path, form: 'CROSS', rank: at })
  }
  const lots: DraftLot[] = []
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column <= crossings; column += 1) {
      const from = (bounds[column] ?? 0) + (column === 0 ? 0 : halfStreet)
      const to = (bounds[column + 1] ?? size) - (column === crossings ? 0 : halfStreet)
      for (const side of [0, 1] as const) {
        const strip = pickUse(row, column, side)
        if (!strip) continue
        const middle = (row + 0.5) * pitch
        const toward = side === 0 ? -1 : 1
        const cuts = cutEvenly(from, to, strip.width)
        const [front, back] = [middle + toward * halfStreet, middle + (toward * pitch) / 2]
        lots.push(...cutFace({ use: strip.use, street: row, side, front, back, cuts }))
      }
    }
  return { streets, lots }
}

/** Two streets that each leave a cell where they entered it. */
export function draftLoops(width: number): Draft {
  const half = size / 2
  const depth = half / 4 - halfStreet
  const turn = size - half / 4
  const streets: DraftStreet[] = []
  const lots: DraftLot[] = []
  for (const street of [0, 1]) {
    const [south, north] = [half * (street + 0.25), half * (street + 0.75)]
    const length = turn + (north - south) + turn
    streets.push({ path: roundTurn(south, north, turn), form: 'LOOP', rank: street })
    const alongBack = (at: number) => length - at
    const corner = turn + halfStreet
    const even = cutEvenly(0, corner, width)
    const inner = [...even.filter((cut) => cut < turn - halfStreet - width / 2), turn - halfStreet]
    const outer = { use: 'HOUSE', street, side: 1, cuts: even } as const
    const lowest = south - halfStreet - depth
    const highest = north + halfStreet + depth
    lots.push(
      ...widenLast(cutFace({ ...outer, front: south - halfStreet, back: lowest }), corner),
      ...widenLast(cutFace({ ...outer, front: north + halfStreet, back: highest, along: alongBack }), corner),
    )
    const within = { use: 'HOUSE', street, side: 0, cuts: inner, back: (south + north) / 2 } as const
    lots.push(
      ...cutFace({ ...within, front: south + halfStreet }),
      ...cutFace({ ...within, front: north - halfStreet, along: alongBack }),
    )
    const ends = cutEvenly(south - halfStreet, north + halfStreet, width)
    const alongTurn = (at: number) => turn + at - south
    const across = { use: 'HOUSE', street, side: 1, cuts: ends, along: alongTurn } as const
    lots.push(...cutFace({ ...across, front: corner, back: size }).map(transposeLot))
  }
  return { streets, lots }
}

/** The lot at the corner reaches to the edge of the cell, as the lots across the turn do. */
function widenLast(lots: DraftLot[], corner: number): DraftLot[] {
  const last = lots.at(-1)
  const [from, to, , back] = last?.ring ?? []
  if (last && from && to && back) last.ring = [from, [corner, to[1]], [size, to[1]], [size, back[1]], back]
  return lots
}

const roundTurn = (south: number, north: number, turn: number): Point[] => {
  const radius = 20
  const bend = (x: number, y: number, start: number): Point[] =>
    [0, 1, 2, 3, 4].map((step) => {
      const angle = start + (step * Math.PI) / 8
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
  return [
    [0, south],
    ...bend(turn - radius, south + radius, -Math.PI / 2),
    ...bend(turn - radius, north - radius, 0),
    [0, north],
  ]
}

export const transposePoint = ([x, y]: Point): Point => [y, x]
const transposeLot = (lot: DraftLot): DraftLot => ({ ...lot, ring: lot.ring.map(transposePoint) })
