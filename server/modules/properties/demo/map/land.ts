import type { MapFeature } from '../../places/base-map/write/map-feature.ts'
import type { DemoCounty } from '../counties.ts'
import type { CountyPlan, TownCell } from '../layout/county-plan.ts'
import { createNumbers, hashNumbers, type Point } from '../layout/geometry.ts'
import { cellSize, type Line, lineWidths } from '../layout/lattice.ts'
import { squareSpan } from '../layout/town.ts'
import { placeWords, streetWords } from '../names/coined-words.ts'
import { drawArea, drawBlob, drawLine, drawPoint, toMapName } from './draw.ts'
import { createStreetCheck, listLandCells, listStretches, spanLine } from './roads.ts'

const look = (kind: string, minZoom: number, more: Record<string, string | number> = {}) => ({
  properties: { kind, ...more },
  minZoom,
})

const pickName = (words: readonly string[], seed: number) => toMapName(words[seed % words.length] ?? '')

/** The land of a county: its ground, woods and fields, parks and schools, water, and the names of its places. */
export function* drawLand(plan: CountyPlan, county: DemoCounty): Generator<MapFeature> {
  const { columns, rows } = plan.lattice
  // Beyond, the land that every map has below its streets suffices: whole counties would fill ten thousands of tiles.
  const geometry = { type: 'MultiPolygon', coordinates: county.shape.outline() } as const
  yield { layer: 'earth', geometry, ...look('earth', 0), maxZoom: 9 }
  for (const cell of plan.cells.values()) yield* drawCell(plan, cell)
  for (const [lines, across] of [
    [columns, rows],
    [rows, columns],
  ] as const)
    for (const line of lines) if (line.kind === 'RIVER' || line.kind === 'CREEK') yield* drawRiver(plan, line, across)
  yield* drawCountryside(plan)
  yield* drawPlaces(plan, county)
}

const wholeCell: readonly Point[] = [
  [0, 0],
  [cellSize, 0],
  [cellSize, cellSize],
  [0, cellSize],
]

function* drawCell(plan: CountyPlan, cell: TownCell): Generator<MapFeature> {
  const { kind, seed, spot, lots } = cell
  const area = wholeCell.map(spot)
  const middle = spot([cellSize / 2, cellSize / 2])
  if (kind === 'PARK') {
    const name = `${pickName(placeWords, seed)} Park`
    yield drawArea(plan, 'landuse', area, look('park', 10, { name }))
    yield drawPoint(plan, 'pois', middle, look('park', 13, { name, min_zoom: 13 }))
    const pond = drawBlob(middle, 48 + (seed % 40), seed)
    yield drawArea(plan, 'water', pond, look('lake', 12))
    const around = drawBlob(middle, 84 + (seed % 40), seed)
    yield drawLine(plan, 'roads', [...around, ...around.slice(0, 1)], look('path', 14, { kind_detail: 'footway' }))
    return
  }
  if (kind === 'SCHOOL') {
    const name = `${pickName(placeWords, seed)} Elementary School`
    for (const { use, ring } of lots)
      if (use === 'PUBLIC') yield drawArea(plan, 'landuse', ring, look('school', 11, { name }))
    yield drawPoint(plan, 'pois', spot([cellSize / 2, cellSize / 4]), look('school', 14, { name, min_zoom: 14 }))
    yield drawArea(plan, 'landuse', fieldSpan.map(spot), look('pitch', 14))
    return
  }
  if (kind === 'FARM') for (const { ring } of lots) yield drawArea(plan, 'landuse', ring, look('farmland', 11))
  if (kind === 'INDUSTRY') yield drawArea(plan, 'landuse', area, look('industrial', 11))
  if (kind !== 'FARM' && kind !== 'INDUSTRY' && kind !== 'ACREAGE')
    yield drawArea(plan, 'landuse', area, look('residential', 9))
  if (kind !== 'CENTER') return
  const name = `${pickName(placeWords, seed)} Square`
  yield drawArea(plan, 'landuse', squareSpan.map(spot), look('park', 12, { name }))
  yield drawPoint(plan, 'pois', middle, look('park', 14, { name, min_zoom: 15 }))
}

/** The playing field of a school. */
const fieldSpan: readonly Point[] = [
  [cellSize * 0.62, 40],
  [cellSize * 0.88, 40],
  [cellSize * 0.88, 140],
  [cellSize * 0.62, 140],
]

/** A river winds between its banks, which stay green. */
function* drawRiver(plan: CountyPlan, line: Line, across: readonly Line[]): Generator<MapFeature> {
  const seed = hashNumbers(plan.seed, line.index)
  const numbers = createNumbers(seed)
  const phases = [numbers() * 6.28, numbers() * 6.28, numbers() * 6.28]
  const isRiver = line.kind === 'RIVER'
  const half = lineWidths[line.kind] / 2
  const [sway, width] = isRiver ? [38, 30] : [20, 6]
  const wave = (along: number, length: number, at: number) => Math.sin(along / length + (phases[at] ?? 0))
  const middle = (along: number) => line.at + sway * (0.65 * wave(along, 190, 0) + 0.35 * wave(along, 83, 1))
  const place = (away: number, along: number): Point => (line.axis === 'X' ? [away, along] : [along, away])
  const name = `${pickName(streetWords, seed)} ${isRiver ? 'River' : 'Creek'}`
  const stretch = (from: number, to: number, bank: (along: number, side: 1 | -1) => number): Point[] => {
    const steps = Array.from({ length: Math.ceil((to - from) / 40) + 1 }, (_, step) => Math.min(from + step * 40, to))
    const left = steps.map((along) => place(bank(along, -1), along))
    const right = steps.toReversed().map((along) => place(bank(along, 1), along))
    return [...left, ...right]
  }
  const banks = (along: number, side: 1 | -1) => middle(along) + side * width * (1 + 0.3 * wave(along, 310, 2))
  const green = (_: number, side: 1 | -1) => line.at + side * (half - 6)
  const land = listLandCells(plan, line, across)
  for (let at = 0; at < across.length - 1; at += 4) {
    if (![0, 1, 2, 3].some((next) => land.has(at + next))) continue
    const [from = 0, to = 0] = [across[at]?.at, (across[at + 4] ?? across.at(-1))?.at]
    if (isRiver || at % 8 === 0) yield drawArea(plan, 'landuse', stretch(from, to, green), look('wood', 11))
    yield drawArea(plan, 'water', stretch(from, to, banks), look(isRiver ? 'river' : 'stream', isRiver ? 8 : 11))
  }
  const [[, south] = [0, 0], [, north] = [0, 0]] = spanLine({ ...line, axis: 'X' }, across)
  const path = Array.from({ length: Math.ceil((north - south) / 60) }, (_, step): Point => {
    const along = south + step * 60
    return place(middle(along), along)
  })
  yield drawLine(plan, 'water', path, look(isRiver ? 'river' : 'stream', isRiver ? 8 : 11, { name, min_zoom: 9 }))
}

/** Woods, fields and lakes where no town is; lakes also keep away from streets. */
function* drawCountryside(plan: CountyPlan): Generator<MapFeature> {
  const { lattice, cells, seed } = plan
  const numbers = createNumbers(seed + 3)
  const hasStreet = createStreetCheck(lattice, listStretches(plan))
  const taken = new Set([...cells.values()].map(({ column, row }) => `${column}:${row}`))
  const isFree = (column: number, row: number, reach: number, check: (column: number, row: number) => boolean) => {
    for (let x = column - reach; x <= column + reach; x += 1)
      for (let y = row - reach; y <= row + reach; y += 1)
        if (taken.has(`${x}:${y}`) || !plan.isLand(x, y) || check(x, y)) return false
    return true
  }
  const isSpecial = (column: number, row: number) =>
    [lattice.columns[column], lattice.columns[column + 1], lattice.rows[row], lattice.rows[row + 1]].some(
      (line) => line === undefined || (line.kind !== 'STREET' && line.kind !== 'ARTERIAL'),
    )
  for (let attempt = 0; attempt < 450; attempt += 1) {
    const column = Math.floor(numbers() * lattice.columns.length)
    const row = Math.floor(numbers() * lattice.rows.length)
    const reach = 1 + Math.floor(numbers() ** 2 * 5)
    const middle: Point = [(lattice.columns[column]?.at ?? 0) + 200, (lattice.rows[row]?.at ?? 0) + 200]
    const blob = drawBlob(middle, reach * 330, hashNumbers(seed, attempt))
    const chance = numbers()
    if (chance < 0.1 && isFree(column, row, reach, (x, y) => isSpecial(x, y) || hasStreet(x, y))) {
      const name = `Lake ${pickName(placeWords, hashNumbers(seed, attempt))}`
      yield drawArea(plan, 'water', blob, look('lake', reach > 2 ? 8 : 10, { name, min_zoom: reach > 2 ? 10 : 12 }))
      for (let x = column - reach; x <= column + reach; x += 1)
        for (let y = row - reach; y <= row + reach; y += 1) taken.add(`${x}:${y}`)
    } else if (chance >= 0.1 && isFree(column, row, reach, () => false))
      yield drawArea(plan, 'landuse', blob, look(chance < 0.6 ? 'wood' : 'farmland', reach > 2 ? 8 : 10))
  }
}

function* drawPlaces(plan: CountyPlan, { zips }: DemoCounty): Generator<MapFeature> {
  for (const [city, within] of Map.groupBy(zips, (zip) => zip.city))
    for (const [at, { zip }] of within.entries()) {
      const town = plan.towns.get(zip)
      if (!town) continue
      const middle: Point = [
        (plan.lattice.columns[town.column]?.at ?? 0) + cellSize / 2,
        (plan.lattice.rows[town.row]?.at ?? 0) + cellSize / 2,
      ]
      const size = within.length
      const city2 = {
        kind_detail: size > 3 ? 'city' : 'town',
        population_rank: size > 3 ? 11 : 7,
        name: toMapName(city),
      }
      const near = { name: pickName(placeWords, hashNumbers(plan.seed, Number(zip))), min_zoom: 12 }
      yield at === 0
        ? drawPoint(
            plan,
            'places',
            middle,
            look('locality', size > 3 ? 5 : 8, { ...city2, min_zoom: size > 3 ? 5 : 8 }),
          )
        : drawPoint(plan, 'places', middle, look('neighbourhood', 11, near))
    }
}
