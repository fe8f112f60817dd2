import type { Point } from './geometry.ts'

/**
 * The plan of a county: lines from south to north (columns) and from west to east (rows), between which square cells
 * lie. A line is a street or what only larger streets cross, so that no street can run into water.
 */
export type LineKind = 'STREET' | 'ARTERIAL' | 'HIGHWAY' | 'RIVER' | 'CREEK' | 'RAIL'
export type Axis = 'X' | 'Y'
export type Line = { axis: Axis; index: number; kind: LineKind; at: number }
export type Lattice = { columns: Line[]; rows: Line[] }

/** The side of a cell, in meters: a quarter of a mile less its streets. */
export const cellSize = 384

export const lineWidths: Record<LineKind, number> = {
  ...{ STREET: 18, ARTERIAL: 32, HIGHWAY: 90, RIVER: 190, CREEK: 80, RAIL: 44 },
}

/** Whether lots and streets of a cell can open to the line. */
export const isStreetLine = ({ kind }: Line) => kind === 'STREET' || kind === 'ARTERIAL'

/** Where the special lines run: beside the share of the towns that lie west or south of them. */
const specialLines: Record<Axis, readonly { kind: LineKind; share: number }[]> = {
  X: [
    { kind: 'RIVER', share: 0.42 },
    { kind: 'HIGHWAY', share: 0.62 },
    { kind: 'RAIL', share: 0.2 },
    { kind: 'CREEK', share: 0.82 },
  ],
  Y: [
    { kind: 'RAIL', share: 0.47 },
    { kind: 'HIGHWAY', share: 0.34 },
    { kind: 'CREEK', share: 0.68 },
    { kind: 'HIGHWAY', share: 0.9 },
  ],
}

/** Cells around the outermost towns. */
const margin = 14
/** Every how many lines there is an arterial. */
export const arterialStep = 4

export function createLattice(centers: readonly Point[]): Lattice {
  return { columns: createLines('X', centers), rows: createLines('Y', centers) }
}

function createLines(axis: Axis, centers: readonly Point[]): Line[] {
  const places = centers.map(([x, y]) => (axis === 'X' ? x : y)).sort((one, other) => one - other)
  const pitch = cellSize + lineWidths.STREET
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  const count = Math.ceil((last - first) / pitch) + 2 * margin
  const kinds = Array.from({ length: count }, (_, index): LineKind => (index % arterialStep ? 'STREET' : 'ARTERIAL'))
  for (const { kind, share } of specialLines[axis]) {
    const near = places[Math.floor(share * places.length)] ?? 0
    // Two lines beside an arterial, so that it bridges what no other street crosses.
    const index =
      Math.round((near - first) / pitch / arterialStep) * arterialStep + margin - (margin % arterialStep) - 2
    const isFree = kinds.slice(index - 2, index + 3).every((other) => other === 'STREET' || other === 'ARTERIAL')
    if (isFree) kinds[index] = kind
  }
  let at = first - margin * pitch
  return kinds.map((kind, index) => {
    if (index > 0) at += cellSize + (lineWidths[kind] + lineWidths[kinds[index - 1] ?? 'STREET']) / 2
    return { axis, index, kind, at }
  })
}

/** The index of the cell between the lines around a place. */
export function findCell(lines: readonly Line[], place: number): number {
  const next = lines.findIndex(({ at }) => at > place)
  return next < 0 ? lines.length - 2 : Math.max(0, next - 1)
}

export const getCellStart = ({ at, kind }: Line) => at + lineWidths[kind] / 2
