import { placeWords } from '../names/coined-words.ts'
import { type CellKind, draftCell, findBorderStreet } from './cell.ts'
import type { CountyPlan, Lot, Town, TownCell } from './county-plan.ts'
import type { Point } from './geometry.ts'
import type { Axis, Line } from './lattice.ts'
import type { DraftStreet } from './patterns.ts'

export function cutLots(cell: TownCell): Lot[] {
  const { streets, lots } = draftCell(cell, cell.strips)
  const named = streets.map((street) => nameStreet(cell, street))
  return lots.map(({ use, ring, street, along, side, fronts = 2 }, at) => {
    const placed = { side, ...(named[street] ?? nameBorder(cell, ring)) }
    const number = placed.start + toHouseNumber(along, placed.side)
    return { use, ring: ring.map(cell.spot), fronts, street: placed.name, number, cell, lotNumber: at + 1 }
  })
}

/** Two numbers for each two meters of a street, so that hundreds are blocks: even on one side and odd on the other. */
const toHouseNumber = (along: number, side: 0 | 1) => 2 * Math.floor(along / 2) + side

/** A street of a square: its name, and the number at its start. */
export function nameStreet(cell: TownCell, { form, rank }: DraftStreet): { name: string; start: number } {
  const { names } = cell.town.county
  const { column, row, town } = cell
  if (form !== 'ROW' && form !== 'CROSS') {
    const name = names.get(`${column}:${row}:${form}${rank}`, form)
    return { name, start: 100 }
  }
  const line = form === 'ROW' ? row : column
  const name = names.get(`${town.zip}:${cell.kind}:${form}${line}:${rank}`, form)
  return { name, start: form === 'ROW' ? toStart(town, 'X', column) : toStart(town, 'Y', row) }
}

/** Numbers of streets through a town count from west and south of it. */
const toStart = (town: Town, axis: Axis, index: number) =>
  Math.max(100, (index - (axis === 'X' ? town.column : town.row) + 12) * 400 + 100)

export const nameLine = ({ names }: CountyPlan, { axis, index, kind }: Line) =>
  names.get(`${axis}${index}`, kind === 'ARTERIAL' ? 'ARTERIAL' : 'BORDER')

function nameBorder(cell: TownCell, ring: readonly Point[]) {
  const { town, borders } = cell
  const line = findBorderStreet(cell, ring) ?? borders.south
  const start = line.axis === 'Y' ? toStart(town, 'X', cell.column) : toStart(town, 'Y', cell.row)
  const side: 0 | 1 = line === borders.south || line === borders.west ? 0 : 1
  return { name: nameLine(town.county, line), start, side }
}

const platKinds: Partial<Record<CellKind, readonly string[]>> = {
  CENTER: ['ADDITION', 'ADDITION 2'],
  GRID: ['ADDITION', 'ADDITION 2', 'ADDITION 3'],
  ACREAGE: ['FARMS', 'RANCHOS'],
  INDUSTRY: ['INDUSTRIAL PARK', 'COMMERCE CENTER'],
}
const suburbKinds = ['ESTATES', 'HILLS', 'PH 1', 'PH 2', 'VILLAGE', 'HEIGHTS', 'GARDENS']

/** The plat that a lot was divided by: one for each square. */
export function namePlat({ cell }: Lot): string {
  const kinds = platKinds[cell.kind] ?? suburbKinds
  return `${placeWords[cell.seed % placeWords.length]} ${kinds[(cell.seed >>> 8) % kinds.length]}`
}
