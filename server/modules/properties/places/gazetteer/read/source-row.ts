/** Degrees, WGS 84. */
export type Position = readonly [lng: number, lat: number]

/** A row of a gazetteer's file. */
export type SourceRow = {
  /** The first of these columns that has a value; names are lower case. */
  cell: (names: readonly string[]) => string
  /** Null where it is unknown, or not in degrees. */
  point: () => Position | null
  /** The line of a street. */
  path: () => Position[] | null
}

const lngNames = ['lon', 'lng', 'longitude', 'long', '@lng', 'x']
const latNames = ['lat', 'latitude', '@lat', 'y']
const wktNames = ['@path', 'wkt', 'geometry', 'geom', 'the_geom', 'wkt_geom', 'shape']

export const hasPointColumns = (header: ReadonlySet<string>) =>
  (lngNames.some((name) => header.has(name)) && latNames.some((name) => header.has(name))) || hasPathColumn(header)

export const hasPathColumn = (header: ReadonlySet<string>) => wktNames.some((name) => header.has(name))

export function createDelimitedRow(header: readonly string[], cellAt: (place: number) => string): SourceRow {
  const places = new Map(header.map((name, place) => [name, place]))
  const cell = (names: readonly string[]) => {
    for (const name of names) {
      const place = places.get(name)
      const value = place === undefined ? '' : cellAt(place)
      if (value !== '') return value
    }
    return ''
  }
  const positions = () => parseWkt(cell(wktNames))
  return {
    cell,
    point: () => toPosition([cell(lngNames), cell(latNames)]) ?? positions()?.[0] ?? null,
    path: positions,
  }
}

/** `POINT (-86.8 36.1)`, `LINESTRING (-86.8 36.1, -86.7 36.1)` or a `MULTILINESTRING` of one line. */
function parseWkt(text: string): Position[] | null {
  const [, list] = /^\s*(?:POINT|LINESTRING|MULTILINESTRING\s*\()\s*Z?M?\s*\(([^()]*)\)\s*\)?\s*$/i.exec(text) ?? []
  if (list === undefined) return null
  return toPositions(list.split(',').map((position) => position.trim().split(/\s+/)))
}

/** A feature of GeoJSON; null for anything else. */
export function createFeatureRow(feature: unknown): SourceRow | null {
  if (!isObject(feature) || feature.type !== 'Feature') return null
  const { properties, geometry } = feature
  const cells = new Map(
    Object.entries(isObject(properties) ? properties : {}).map(([name, value]) => [name.toLowerCase(), toText(value)]),
  )
  const positions = () => (isObject(geometry) ? readGeometry(geometry) : null)
  return {
    cell: (names) => names.map((name) => cells.get(name) ?? '').find((value) => value !== '') ?? '',
    point: () => positions()?.[0] ?? null,
    path: positions,
  }
}

function readGeometry({ type, coordinates }: Record<string, unknown>): Position[] | null {
  if (!Array.isArray(coordinates)) return null
  if (type === 'Point') return toPositions([coordinates])
  if (type === 'LineString') return toPositions(coordinates)
  return type === 'MultiLineString' && coordinates.length === 1 ? toPositions(coordinates[0]) : null
}

function toPositions(list: unknown): Position[] | null {
  if (!Array.isArray(list)) return null
  const positions = list.map(toPosition)
  return positions.every((position) => position !== null) ? positions : null
}

function toPosition(pair: unknown): Position | null {
  if (!Array.isArray(pair) || pair[0] === '' || pair[1] === '') return null
  const [lng, lat] = [Number(pair[0]), Number(pair[1])]
  // 0, 0 lies in the sea and stands for unknown.
  const isKnown = Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0)
  return isKnown ? [lng, lat] : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toText = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
