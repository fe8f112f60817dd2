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
const cutFace = ({ use, street, side, front, back, cuts, along = (at) => at }: Face): DraftLot[] =>
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

const cutEvenly = (from: number, to: number, width: number): number[] => {
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

const transposePoint = ([x, y]: Point): Point => [y, x]
const transposeLot = (lot: DraftLot): DraftLot => ({ ...lot, ring: lot.ring.map(transposePoint) })

const deadEnds = 4
const bulb = { radius: 14, fromEdge: 52, start: 66 }
/** Where the lots around a circle meet, in degrees from the east: the street comes in at 90. */
const wedgeBounds = [120, 205, 270, 335, 420].map((degrees) => (degrees * Math.PI) / 180)

/** A street across the cell, from which short ones branch off and end in a circle. */
export function draftDeadEnds(width: number): Draft {
  const middle = size / 2
  const streets: DraftStreet[] = [
    {
      path: [
        [0, middle],
        [size, middle],
      ],
      form: 'LANE',
      rank: 0,
    },
  ]
  const lots: DraftLot[] = []
  const pitch = size / deadEnds
  for (let unit = 0; unit < deadEnds; unit += 1)
    for (const isNorth of [false, true]) {
      const center = pitch * (unit + 0.5)
      const street = streets.length
      const flip = ([x, y]: Point): Point => (isNorth ? [x, size - y] : [x, y])
      const path: Point[] = [
        [center, middle],
        [center, bulb.fromEdge],
      ]
      streets.push({ path: path.map(flip), form: 'DEAD_END', rank: unit * 2 + (isNorth ? 1 : 0) })
      const cuts = cutEvenly(bulb.start, middle - halfStreet, width)
      const along = (at: number) => middle - at
      for (const side of [0, 1] as const) {
        const toward = side === 0 ? -1 : 1
        const [front, back] = [center + toward * halfStreet, center + (toward * pitch) / 2]
        const face = cutFace({ use: 'HOUSE', street, side, front, back, cuts, along })
        for (const lot of face) lots.push({ ...lot, ring: lot.ring.map(transposePoint).map(flip) })
      }
      for (const lot of cutWedges(center, pitch / 2, street)) lots.push({ ...lot, ring: lot.ring.map(flip) })
    }
  return { streets, lots }
}

/** The lots around the circle at the end of a street. */
function cutWedges(center: number, reach: number, street: number): DraftLot[] {
  const { radius, fromEdge, start } = bulb
  const onCircle = (angle: number): Point => [center + radius * Math.cos(angle), fromEdge + radius * Math.sin(angle)]
  const onEdge = (angle: number): Point => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const sideways = Math.abs(cos) < 1e-9 ? Number.POSITIVE_INFINITY : reach / Math.abs(cos)
    const down = sin < -1e-9 ? fromEdge / -sin : Number.POSITIVE_INFINITY
    const length = Math.min(sideways, down)
    return [center + length * cos, fromEdge + length * sin]
  }
  return wedgeBounds.slice(1).map((to, at) => {
    const from = wedgeBounds[at] ?? 0
    const isFirst = at === 0
    const isLast = at === wedgeBounds.length - 2
    const inner = [from, (from + to) / 2, to].map(onCircle)
    if (isFirst) inner.unshift([center - halfStreet, start])
    if (isLast) inner.push([center + halfStreet, start])
    const outer: Point[] = [isLast ? [center + reach, start] : onEdge(to)]
    for (const corner of [
      [center + reach, 0],
      [center - reach, 0],
    ] as const) {
      const angle = Math.atan2(corner[1] - fromEdge, corner[0] - center) + Math.PI * 2
      if (angle > from && angle < to) outer.push(corner)
    }
    outer.push(isFirst ? [center - reach, start] : onEdge(from))
    const along = size / 2 - fromEdge + radius + at * 3
    const side = at % 2 === 0 ? 0 : 1
    return { use: 'HOUSE', ring: [...inner, ...outer], fronts: inner.length, street, side, along }
  })
}
