import { type CellKind, centerColumns, centerRows, createCell, getBorders } from './cell.ts'
import type { Lot, Town, TownCell } from './county-plan.ts'
import { createNumbers, hashNumbers, type Point } from './geometry.ts'
import { cellSize, type Line } from './lattice.ts'
import { cutLots } from './lots.ts'
import { halfStreet, type LotUse, type StripUse } from './patterns.ts'

/** Lots that a strip of a center holds, by use. */
const strips: Partial<Record<LotUse, { width: number; holds: number }>> = {
  STORE: { width: 20, holds: 6 },
  OFFICE: { width: 40, holds: 3 },
  PUBLIC: { width: 59, holds: 2 },
  CHURCH: { width: 40, holds: 3 },
  APARTMENTS: { width: 59, holds: 2 },
  CONDOMINIUM: { width: 40, holds: 3 },
  TOWNHOUSE: { width: 7.4, holds: 16 },
  MOBILE: { width: 13, holds: 9 },
}

/** The next free lot of a town for a use; the town grows when it has none. */
export function takeLot(town: Town, use: LotUse): Lot {
  for (let attempts = 0; attempts < 8; attempts += 1) {
    const lot = town.free[use].pop()
    if (lot) return lot
    grow(town, use)
  }
  throw new Error(`${town.zip} has no lots for ${use}.`)
}

const cellCode = (column: number, row: number) => column * 10_000 + row

type Offset = { column: number; row: number; distance: number }

/** Squares around a center, nearest first; each order leaves a town another edge. */
const offsetOrders: readonly (readonly Offset[])[] = [1, 2, 3, 4, 5, 6, 7].map((seed) => {
  const numbers = createNumbers(seed)
  const reach = 26
  // Towns are longer in one direction, and grow unevenly.
  const [stretch, skew] = [0.75 + numbers() * 0.6, (numbers() - 0.5) * 0.8]
  const all = Array.from({ length: (2 * reach + 1) ** 2 }, (_, at) => {
    const [column, row] = [(at % (2 * reach + 1)) - reach, Math.floor(at / (2 * reach + 1)) - reach]
    const order = Math.hypot(column * stretch, row / stretch + skew * column) + numbers() * 0.9
    return { column, row, distance: Math.hypot(column, row), order: column === 0 && row === 0 ? -1 : order }
  })
  return all.sort((one, other) => one.order - other.order)
})

type Wish = (lines: readonly Line[], distance: number) => boolean

/** Takes the nearest square to the center of a town that is free, or the nearest that is as wished. */
function claim(town: Town, kind: CellKind, wish?: Wish): TownCell {
  const { cells, lattice, seed } = town.county
  const offsets = offsetOrders[town.seed % offsetOrders.length] ?? []
  for (let at = wish ? 0 : town.next; at < offsets.length; at += 1) {
    const { column, row, distance } = offsets[at] ?? { column: 0, row: 0, distance: 0 }
    const [atColumn, atRow] = [town.column + column, town.row + row]
    const borders = getBorders(lattice, atColumn, atRow)
    if (!borders || cells.has(cellCode(atColumn, atRow)) || !town.county.isLand(atColumn, atRow)) continue
    if (wish && !wish(Object.values(borders), distance)) continue
    if (!wish) town.next = at + 1
    const cell = { ...createCell(kind, atColumn, atRow, borders, seed), town, lots: [], strips: [] }
    cells.set(cellCode(atColumn, atRow), cell)
    return cell
  }
  throw new Error(`${town.zip} cannot grow.`)
}

function open(cell: TownCell, stripUses: TownCell['strips'] = []): void {
  const { free } = cell.town
  cell.strips = stripUses
  cell.lots = cutLots(cell)
  cell.town.lots.push(...cell.lots)
  // The last ones are taken first: parks and schools before other public lots.
  const numbers = createNumbers(cell.seed + 2)
  for (const lot of shuffle(cell.lots, numbers)) {
    if (cell.kind === 'CENTER') free[lot.use].unshift(lot)
    else free[lot.use].push(lot)
  }
}

function shuffle<Item>(items: readonly Item[], numbers: () => number): Item[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(numbers() * (at + 1))
    const [one, two] = [mixed[at], mixed[other]]
    if (one && two) [mixed[at], mixed[other]] = [two, one]
  }
  return mixed
}

const stripCount = centerRows * centerColumns * 2
/** Two strips back to back in the middle of the first center stay open, as its square. */
const squareStrips: readonly number[] = [9, 14]
const rowPitch = cellSize / centerRows
export const squareSpan: readonly Point[] = [
  [cellSize / centerColumns + halfStreet, 1.5 * rowPitch + halfStreet],
  [(2 * cellSize) / centerColumns - halfStreet, 1.5 * rowPitch + halfStreet],
  [(2 * cellSize) / centerColumns - halfStreet, 2.5 * rowPitch - halfStreet],
  [cellSize / centerColumns + halfStreet, 2.5 * rowPitch - halfStreet],
]

/** Takes the squares of the middle of a town, which hold what it needs besides houses. */
export function claimCenters(town: Town): void {
  const needed = Object.entries(strips).flatMap(([use, { width, holds }]) =>
    Array.from({ length: Math.ceil(town.demand[use as LotUse] / holds) }, () => ({ use: use as LotUse, width })),
  )
  for (let from = 0; from < needed.length; from += stripCount - squareStrips.length)
    openCenter(town, needed.slice(from, from + stripCount - squareStrips.length))
}

const houseStrip: StripUse = { use: 'HOUSE', width: 14.7 }

function openCenter(town: Town, uses: readonly StripUse[]): void {
  const cell = claim(town, 'CENTER')
  const assigned: (StripUse | undefined)[] = Array.from({ length: stripCount }, () => houseStrip)
  for (const strip of squareStrips) assigned[strip] = undefined
  stripsFromMiddle.forEach((strip, at) => {
    assigned[strip] = uses[at] ?? houseStrip
  })
  open(cell, assigned)
}

const stripsFromMiddle = Array.from({ length: stripCount }, (_, strip) => strip)
  .filter((strip) => !squareStrips.includes(strip))
  .sort((one, other) => fromMiddle(one) - fromMiddle(other))

function fromMiddle(strip: number): number {
  const [row, column] = [Math.floor(strip / 2 / centerColumns), Math.floor(strip / 2) % centerColumns]
  return Math.hypot(row + (strip % 2) * 0.5 + 0.25 - centerRows / 2, column + 0.5 - centerColumns / 2)
}

const isByRail = (lines: readonly Line[]) => lines.some(({ kind }) => kind === 'RAIL')
const isByArterial = (lines: readonly Line[]) => lines.some(({ kind }) => kind === 'ARTERIAL')

function grow(town: Town, use: LotUse): void {
  const { radius } = town
  const strip = strips[use]
  if (strip) {
    const uses = Array.from({ length: 4 }, () => ({ use, width: strip.width }))
    openCenter(town, uses)
  } else if (use === 'WAREHOUSE')
    open(claim(town, 'INDUSTRY', (lines, distance) => distance > radius || (distance > 1 && isByRail(lines))))
  else if (use === 'FARM')
    open(claim(town, 'FARM', (lines, distance) => distance > radius + 1.2 && isByArterial(lines)))
  else if (use === 'ACREAGE') open(claim(town, 'ACREAGE', (_, distance) => distance > radius))
  else growHouses(town)
}

const suburbs = ['LANES', 'LOOPS', 'DEAD_ENDS', 'LOOPS', 'DEAD_ENDS'] as const

function growHouses(town: Town): void {
  const at = town.houseCells
  town.houseCells += 1
  if (at % 4 === 2) open(claim(town, 'PARK'))
  const suburb = suburbs[hashNumbers(town.seed, at) % suburbs.length] ?? 'LANES'
  const kind = at < town.seed % 5 ? 'GRID' : suburb
  open(claim(town, at % 8 === 3 ? 'SCHOOL' : kind))
}
