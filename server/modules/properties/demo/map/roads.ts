import type { MapFeature } from '../../places/base-map/write/map-feature.ts'
import { getCountyState } from '../../places/states.ts'
import { draftCell, extendStreet } from '../layout/cell.ts'
import type { CountyPlan } from '../layout/county-plan.ts'
import type { Point } from '../layout/geometry.ts'
import { isStreetLine, type Lattice, type Line, lineWidths } from '../layout/lattice.ts'
import { nameLine, nameStreet } from '../layout/lots.ts'
import { drawLine, toMapName } from './draw.ts'

/** Stretches of the lines that are streets: for each line, the cells that it passes. */
export type Stretches = { line: Line; across: readonly Line[]; cells: Set<number> }[]

/** Every how many lines an arterial leads through the whole county. */
const trunkStep = 16

const look = (detail: string, kind: string, minZoom: number, rank: number, more: Record<string, string> = {}) => ({
  properties: { kind, kind_detail: detail, sort_rank: rank, min_zoom: minZoom, ...more },
  minZoom,
})

const interstates = ['51', '63', '47', '58', '33', '61']

/** All streets of a county, and what crosses it. */
export function* drawRoads(plan: CountyPlan, at: number): Generator<MapFeature> {
  const { columns, rows } = plan.lattice
  for (const cell of plan.cells.values())
    for (const street of draftCell(cell, cell.strips).streets) {
      const { name } = nameStreet(cell, street)
      const styled = look('residential', 'minor_road', 12, 350, { name: toMapName(name) })
      yield drawLine(plan, 'roads', extendStreet(cell, street), styled)
    }
  const state = getCountyState(plan.fips)
  for (const { line, across, cells } of listStretches(plan)) {
    const name = { name: toMapName(nameLine(plan, line)) }
    const route = String(100 + ((line.index * 37 + plan.seed) % 800))
    const shield = { ref: `${state} ${route}`, shield_text: route, network: `US:${state}` }
    const isTrunk = line.index % trunkStep === 0
    const isState = line.index % (2 * trunkStep) === 0
    const arterial = isTrunk
      ? look('primary', 'major_road', 8, 380, { ...name, ...(isState ? shield : {}) })
      : look('secondary', 'major_road', 10, 370, name)
    const styled = line.kind === 'ARTERIAL' ? arterial : look('tertiary', 'major_road', 11, 360, name)
    for (const path of joinStretches(line, across, cells)) yield drawLine(plan, 'roads', path, styled)
    if (line.kind === 'ARTERIAL')
      for (const path of listBridges(line, across, cells)) yield drawLine(plan, 'roads', path, toBridge(styled))
  }
  let highways = 0
  for (const [lines, across] of [
    [columns, rows],
    [rows, columns],
  ] as const)
    for (const line of lines) {
      const all = listLandCells(plan, line, across)
      if (line.kind === 'RAIL')
        for (const path of joinStretches(line, across, all))
          yield drawLine(plan, 'roads', path, look('rail', 'rail', 9, 310))
      if (line.kind !== 'HIGHWAY') continue
      const route = interstates[(at * 2 + highways) % interstates.length] ?? ''
      highways += 1
      const shield = { ref: `I ${route}`, shield_text: route, network: 'US:I' }
      const styled = look('motorway', 'highway', 5, 400, shield)
      for (const path of joinStretches(line, across, all)) yield drawLine(plan, 'roads', path, styled)
      for (const path of listBridges(line, across, all)) yield drawLine(plan, 'roads', path, toBridge(styled))
    }
}

const toBridge = ({ properties, minZoom }: ReturnType<typeof look>) => ({
  properties: { ...properties, is_bridge: true },
  minZoom: Math.max(minZoom, 12),
})

const onLine = ({ axis, at }: Line, along: number): Point => (axis === 'X' ? [at, along] : [along, at])

/** The cells that a line passes on land. */
export const listLandCells = ({ isLand }: CountyPlan, { axis, index }: Line, across: readonly Line[]): Set<number> =>
  new Set(
    [...across.keys()].filter((at) =>
      axis === 'X' ? isLand(index - 1, at) || isLand(index, at) : isLand(at, index - 1) || isLand(at, index),
    ),
  )

export function spanLine(line: Line, across: readonly Line[]): Point[] {
  return [onLine(line, across[0]?.at ?? 0), onLine(line, across.at(-1)?.at ?? 0)]
}

/** Streets around the squares of towns, and arterials around and between the towns. */
export function listStretches(plan: CountyPlan): Stretches {
  const { lattice, cells, towns } = plan
  const stretches = (lines: readonly Line[], across: readonly Line[]) =>
    lines.map((line) => ({ line, across, cells: new Set<number>() }))
  const columns = stretches(lattice.columns, lattice.rows)
  const rows = stretches(lattice.rows, lattice.columns)
  for (const { column, row } of cells.values()) {
    for (const index of [column, column + 1]) columns[index]?.cells.add(row)
    for (const index of [row, row + 1]) rows[index]?.cells.add(column)
  }
  for (const town of towns.values()) {
    const reach = Math.ceil(town.radius) + 4
    addArterials(columns, town.column, town.row, reach)
    addArterials(rows, town.row, town.column, reach)
  }
  for (const stretch of [...columns, ...rows])
    if (stretch.line.index % trunkStep === 0) for (const at of stretch.across.keys()) stretch.cells.add(at)
  return [...columns, ...rows].flatMap(({ line, across, cells: passed }) => {
    const onLand = passed.intersection(listLandCells(plan, line, across))
    return isStreetLine(line) && onLand.size > 0 ? [{ line, across, cells: onLand }] : []
  })
}

/** The arterials of a town, and one of them up to those that lead through the county. */
function addArterials(stretches: Stretches, center: number, along: number, reach: number): void {
  const near = stretches.filter(({ line }) => line.kind === 'ARTERIAL' && Math.abs(line.index - center) <= reach)
  for (const { cells } of near) for (let at = along - reach; at < along + reach; at += 1) cells.add(at)
  const [main] = near.toSorted((one, other) => Math.abs(one.line.index - center) - Math.abs(other.line.index - center))
  const from = Math.floor((along - reach) / trunkStep) * trunkStep
  for (let at = from; at < Math.ceil((along + reach) / trunkStep) * trunkStep; at += 1) main?.cells.add(at)
}

const blocks = ({ kind }: Line) => kind === 'RIVER' || kind === 'CREEK' || kind === 'HIGHWAY'

/** The paths along the stretches of a line. Only arterials cross what blocks a street. */
function joinStretches(line: Line, across: readonly Line[], cells: ReadonlySet<number>): Point[][] {
  const isBlocked = (other: Line) => line.kind === 'STREET' && blocks(other)
  const paths: Point[][] = []
  let open: Point[] = []
  for (let at = 0; at < across.length - 1; at += 1) {
    const [from, to] = [across[at], across[at + 1]]
    if (!from || !to || !cells.has(at)) continue
    const continues = cells.has(at - 1) && !isBlocked(from)
    if (!continues) {
      open = [onLine(line, from.at + (isBlocked(from) ? lineWidths[from.kind] / 2 : 0))]
      paths.push(open)
    }
    open.push(onLine(line, to.at - (isBlocked(to) ? lineWidths[to.kind] / 2 : 0)))
  }
  return paths
}

function listBridges(line: Line, across: readonly Line[], cells: ReadonlySet<number>): Point[][] {
  const isCrossed = (other: Line) => (blocks(other) || other.kind === 'RAIL') && cells.has(other.index)
  return across
    .filter((other) => isCrossed(other) && cells.has(other.index - 1))
    .map((other) => {
      const half = lineWidths[other.kind] * 0.42
      return [onLine(line, other.at - half), onLine(line, other.at + half)]
    })
}

/** Whether a street runs beside a cell. */
export function createStreetCheck(lattice: Lattice, stretches: Stretches): (column: number, row: number) => boolean {
  const passed = new Map(stretches.map(({ line, cells }) => [`${line.axis}${line.index}`, cells]))
  return (column, row) =>
    !lattice.columns[column] ||
    [passed.get(`X${column}`), passed.get(`X${column + 1}`)].some((cells) => cells?.has(row)) ||
    [passed.get(`Y${row}`), passed.get(`Y${row + 1}`)].some((cells) => cells?.has(column))
}
