/** The areas that indexes are published for, from the smallest. */
export const areaKinds = ['ZIP5', 'COUNTY', 'ZIP3', 'STATE'] as const
export type AreaKind = (typeof areaKinds)[number]

/** `quarter` is 0 for a whole year. */
export type IndexValue = { area: string; year: number; quarter: number; value: number }

export type GetCell = (column: string) => string

export type IndexLayout = {
  kind: AreaKind
  /** In lower case. */
  columns: readonly string[]
  /** Of an index, the column with the area, and how many digits it has. */
  area: { column: string; pattern: RegExp; digits?: number }
  year: string
  quarter?: string
  value: string
  /** Rows of the file that are of another index. */
  isOther?: (cell: GetCell) => boolean
}

/** The files of the Federal Housing Finance Agency: annual ones by ZIP and county, quarterly ones by three-digit ZIP and state. */
const layouts: readonly IndexLayout[] = [
  {
    kind: 'ZIP5',
    columns: ['five-digit zip code', 'year', 'hpi'],
    area: { column: 'five-digit zip code', pattern: /^\d{5}$/, digits: 5 },
    year: 'year',
    value: 'hpi',
  },
  {
    kind: 'COUNTY',
    columns: ['county', 'fips code', 'year', 'hpi'],
    area: { column: 'fips code', pattern: /^\d{5}$/, digits: 5 },
    year: 'year',
    value: 'hpi',
  },
  {
    kind: 'ZIP3',
    columns: ['three-digit zip code', 'year', 'quarter', 'index (nsa)'],
    area: { column: 'three-digit zip code', pattern: /^\d{3}$/, digits: 3 },
    ...{ year: 'year', quarter: 'quarter', value: 'index (nsa)' },
  },
  {
    kind: 'STATE',
    columns: ['hpi_type', 'hpi_flavor', 'frequency', 'level', 'place_id', 'yr', 'period', 'index_nsa'],
    area: { column: 'place_id', pattern: /^[A-Z]{2}$/ },
    ...{ year: 'yr', quarter: 'period', value: 'index_nsa' },
    isOther: (cell) =>
      cell('level') !== 'State' ||
      cell('hpi_type') !== 'traditional' ||
      cell('hpi_flavor') !== 'all-transactions' ||
      cell('frequency') !== 'quarterly',
  },
]

/** The layout of a header, or what is wrong with it and how close it comes to one. */
export function detectLayout(header: readonly string[]): IndexLayout | { nearness: number; wrong: string } {
  const names = new Set(header.map(normalizeName))
  const layout = layouts.find(({ columns }) => columns.every((column) => names.has(column)))
  if (layout) return layout
  const nearness = Math.max(...layouts.map(({ columns }) => columns.filter((column) => names.has(column)).length))
  return { nearness, wrong: unknownLayout }
}

const unknownLayout =
  'This is no index of house prices: it needs the columns of HPI_AT_BDL_ZIP5, HPI_AT_BDL_county, HPI_AT_3zip or ' +
  'hpi_master, as the Federal Housing Finance Agency publishes them.'

export const normalizeName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** The value of a row; null where the file has none for the period, a text if the row makes no sense. */
export function readIndexRow(layout: IndexLayout, cell: GetCell): IndexValue | null | string {
  if (layout.isOther?.(cell)) return null
  const written = cell(layout.value)
  // Years without enough sales.
  if (written === '.' || written === '') return null
  const { column, pattern, digits = 0 } = layout.area
  const area = cell(column).padStart(digits, '0')
  if (!pattern.test(area)) return `${JSON.stringify(cell(column))} is no ${column}.`
  const [year, value] = [Number(cell(layout.year)), Number(written.replaceAll(',', ''))]
  if (!Number.isInteger(year) || year < 1970 || year > 2100)
    return `${JSON.stringify(cell(layout.year))} is no year from 1970 on.`
  const quarter = layout.quarter ? Number(cell(layout.quarter)) : 0
  if (layout.quarter && ![1, 2, 3, 4].includes(quarter)) return `${JSON.stringify(cell(layout.quarter))} is no quarter.`
  return value > 0 && Number.isFinite(value)
    ? { area, year, quarter, value }
    : `${JSON.stringify(written)} is no index value.`
}
