import { draftDeadEnds } from './dead-ends.ts'
import { averagePoint, createNumbers, divideLine, hashNumbers, type Point } from './geometry.ts'
import { cellSize, getCellStart, isStreetLine, type Lattice, type Line, lineWidths } from './lattice.ts'
import { type Draft, type DraftStreet, draftLoops, draftRows, type LotUse, type StripUse } from './patterns.ts'

/** What a square of the lattice holds. */
export type CellKind =
  | 'CENTER'
  | 'GRID'
  | 'LANES'
  | 'LOOPS'
  | 'DEAD_ENDS'
  | 'SCHOOL'
  | 'PARK'
  | 'INDUSTRY'
  | 'ACREAGE'
  | 'FARM'

/** A square of the lattice. `spot` places a point of the square, 0 to its size, in the plan of the county. */
export type Cell = {
  kind: CellKind
  column: number
  row: number
  seed: number
  borders: Borders
  spot: (point: Point) => Point
}

export type Borders = { west: Line; east: Line; south: Line; north: Line }

export function getBorders({ columns, rows }: Lattice, column: number, row: number): Borders | undefined {
  const [west, east, south, north] = [columns[column], columns[column + 1], rows[row], rows[row + 1]]
  return west && east && south && north ? { west, east, south, north } : undefined
}

const curved: readonly CellKind[] = ['LANES', 'LOOPS', 'DEAD_ENDS', 'SCHOOL', 'ACREAGE']

export function createCell(kind: CellKind, column: number, row: number, borders: Borders, countySeed: number): Cell {
  const seed = hashNumbers(countySeed, column, row)
  const numbers = createNumbers(seed)
  const [x, y] = [getCellStart(borders.west), getCellStart(borders.south)]
  const isTurned = chooseTurn(kind, borders, numbers)
  // Numbers of through streets go on from square to square.
  const isThrough = kind === 'CENTER' || kind === 'GRID'
  const isMirrored =
    kind === 'LOOPS' ? !isStreetLine(isTurned ? borders.south : borders.west) : !isThrough && numbers() < 0.5
  const bend = createBend(curved.includes(kind) ? 1 : 0, numbers)
  const spot = ([u, v]: Point): Point => {
    const along = isMirrored ? cellSize - u : u
    const [bentX, bentY] = bend(isTurned ? [v, along] : [along, v])
    return [x + bentX, y + bentY]
  }
  return { kind, column, row, seed, borders, spot }
}

/** Streets lead to borders that are streets. */
function chooseTurn(kind: CellKind, { west, east, south, north }: Borders, numbers: () => number): boolean {
  const byChance = numbers() < 0.5
  if (kind === 'CENTER' || kind === 'GRID') return false
  const score = (lines: readonly Line[]) => lines.filter(isStreetLine).length
  const [across, upright] = [score([west, east]), score([south, north])]
  return across === upright ? byChance : upright > across
}

/** Bends the inside of a square; its edges stay. */
function createBend(strength: number, numbers: () => number): (point: Point) => Point {
  if (strength === 0) return (point) => point
  const pick = () => (numbers() < 0.5 ? -1 : 1) * (12 + numbers() * 16)
  const [up, over] = [pick(), pick() * 0.7]
  const wave = (at: number, times: number) => Math.sin((Math.PI * times * at) / cellSize)
  return ([x, y]) => [x + over * wave(x, 1) * wave(y, 2), y + up * wave(x, 2) * wave(y, 1)]
}

const size = cellSize

/** The lots and streets of a square. `strips` says what the strips of a center are for. */
export function draftCell({ kind, seed }: Cell, strips: readonly (StripUse | undefined)[] = []): Draft {
  const numbers = createNumbers(seed + 1)
  const width = 17 + Math.round(numbers() * 6)
  const allFor = (use: LotUse, each: number) => () => ({ use, width: each })
  switch (kind) {
    case 'CENTER':
      return draftRows({
        ...{ rows: centerRows, crossings: centerColumns - 1, isThrough: true },
        pickUse: (row, column, side) => strips[(row * centerColumns + column) * 2 + side],
      })
    case 'GRID':
      return draftRows({ rows: 5, crossings: 1, isThrough: true, pickUse: allFor('HOUSE', 13 + numbers() * 5) })
    case 'LANES':
      return draftRows({ rows: 4, crossings: 0, isThrough: false, pickUse: allFor('HOUSE', width) })
    case 'LOOPS':
      return draftLoops(width)
    case 'DEAD_ENDS':
      return draftDeadEnds(width)
    case 'SCHOOL':
      return draftSchool(width)
    case 'INDUSTRY':
      return draftRows({ rows: 2, crossings: 1, isThrough: false, pickUse: allFor('WAREHOUSE', 85) })
    case 'ACREAGE':
      return draftRows({ rows: 2, crossings: 0, isThrough: false, pickUse: allFor('ACREAGE', 32 + numbers() * 40) })
    case 'PARK':
      return draftWhole('PUBLIC', 1)
    case 'FARM':
      return draftWhole('FARM', numbers() < 0.5 ? 1 : 2)
  }
}

export const centerRows = 4
export const centerColumns = 3

/** Two streets of houses beside the grounds of a school. */
function draftSchool(width: number): Draft {
  const rows = draftRows({
    ...{ rows: 4, crossings: 0, isThrough: false },
    pickUse: (row) => (row < 2 ? undefined : { use: 'HOUSE', width }),
  })
  const streets = rows.streets.slice(2)
  const houses = rows.lots.map((lot) => ({ ...lot, street: lot.street - 2 }))
  const grounds = cutWhole('PUBLIC', 0, size, size / 2)
  // The edge bends with the lots that it borders on.
  const [from = [0, 0], to = [0, 0], toBack = [0, 0], fromBack = [0, 0]] = grounds.ring
  return { streets, lots: [...houses, { ...grounds, ring: [from, to, ...divideLine([toBack, fromBack], 8)] }] }
}

const draftWhole = (use: LotUse, parts: number): Draft => ({
  streets: [],
  lots: Array.from({ length: parts }, (_, at) => cutWhole(use, (size * at) / parts, (size * (at + 1)) / parts, size)),
})

/** A lot at the border of the square, with an address there. */
const cutWhole = (use: LotUse, from: number, to: number, depth: number) => ({
  ...{ use, street: atBorder, side: 0 as const, along: (from + to) / 2 },
  ring: [
    [from, 0],
    [to, 0],
    [to, depth],
    [from, depth],
  ] as Point[],
})

/** The street of lots that have their address on a border of the square. */
export const atBorder = -1

/** The ends of a street reach into the lines around the square, or stop before what they do not cross. */
export function extendStreet(cell: Cell, { path }: DraftStreet): Point[] {
  const spots = divideLine(path, 24).map(cell.spot)
  const extendTo = (at: Point): Point[] => {
    const line = findBorderAt(cell, at)
    if (!line || !isStreetLine(line)) return []
    return [line.axis === 'X' ? [line.at, at[1]] : [at[0], line.at]]
  }
  const [first, last] = [spots[0], spots.at(-1)]
  return [...(first ? extendTo(first) : []), ...spots, ...(last ? extendTo(last) : [])]
}

/** The border that a spot of the square lies on. */
export function findBorderAt({ borders }: Cell, [x, y]: Point): Line | undefined {
  return Object.values(borders).find((line) => {
    const distance = Math.abs((line.axis === 'X' ? x : y) - line.at)
    return distance < lineWidths[line.kind] / 2 + 0.01
  })
}

/** The border with the address of a lot that lies at one: the nearest that is a street. */
export function findBorderStreet(cell: Cell, ring: readonly Point[]): Line | undefined {
  const [x, y] = averagePoint(ring.map(cell.spot))
  const distance = (line: Line) => Math.abs((line.axis === 'X' ? x : y) - line.at)
  const streets = Object.values(cell.borders).filter(isStreetLine)
  return streets.toSorted((one, other) => distance(one) - distance(other))[0]
}
