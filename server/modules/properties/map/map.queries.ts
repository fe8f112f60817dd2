import {
  type Bounds,
  type MapCell,
  type MapPoint,
  type PropertyMapQuery,
  parcelMapZoom,
} from '@dooryard/contract/properties/map'
import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { signalMask } from '../records/bit-masks.ts'
import {
  computed,
  createPresenter,
  type Fields,
  formatColumnList,
  nullIfBlank,
  type StoredRow,
  stored,
} from '../records/stored-fields.ts'
import { isWideBox } from '../search/compile/breadth.ts'
import { atLeast, atMost, type Bind, betweenCoordinates, createBinder } from '../search/compile/clauses.ts'
import { compileCriteria } from '../search/compile/compile-criteria.ts'
import { type Selection, toReadOptions } from '../search/compile/selection.ts'
import { countRowsFrom } from '../search/count.queries.ts'
import { getSquaresPerDegree } from './grid.ts'

// A hand-drawn outline may cross itself; servers before 25.5 expect the longitude first by default.
export const settings = "settings validate_polygons = 0, geotoh3_argument_order = 'lat_lon'"

/** An unknown position is outside all bounds. */
export function inBoundsSql(bind: Bind, { west, south, east, north }: Bounds): string {
  const [from, to] = [atLeast(bind, 'lng', west), atMost(bind, 'lng', east)]
  return `${betweenCoordinates(bind, 'lat', south, north)} and ${west <= east ? `${from} and ${to}` : `(${from} or ${to})`}`
}

/**
 * Counts matches per grid cell, with their center. Computing a position's cell takes a microsecond, so it is done for
 * the centers of small squares instead of for each property, which is ten times faster. At its edge a cell may
 * therefore hold some properties of its neighbor.
 */
export async function countCells(
  clickhouse: ClickHouse,
  selection: Selection,
  bounds: Bounds,
  resolution: number,
  read: ReadOptions,
): Promise<MapCell[]> {
  const { bind, params } = createBinder()
  const condition = compileCriteria(bind, selection.criteria, selection)
  // Across the 180th meridian the mean of two longitudes would lie on the far side of the earth.
  const east = bounds.west <= bounds.east ? 'lng' : 'if(lng < 0, lng + 360, lng)'
  const perDegree = bind(getSquaresPerDegree(resolution), 'Float64')
  const cells = await clickhouse.rows<{ cell: string; middle_lat: number; middle_lng: number; total: string }>(
    `select h3ToString(geoToH3(lats / count, if(lngs / count > 180, lngs / count - 360, lngs / count),
         toUInt8(${resolution}))) as cell,
       sum(lats) / sum(count) as middle_lat, sum(lngs) / sum(count) as middle_lng, sum(count) as total
     from (
       select sum(assumeNotNull(lat)) as lats, sum(assumeNotNull(${east})) as lngs, count() as count
       from properties where ${inBoundsSql(bind, bounds)} and ${condition}
       group by toInt32(floor(assumeNotNull(lat) * ${perDegree})), toInt32(floor(assumeNotNull(${east}) * ${perDegree}))
     )
     group by cell order by cell ${settings}`,
    params,
    read,
  )
  return cells.map(({ cell, middle_lat, middle_lng, total }) => ({
    h3: cell,
    lat: middle_lat,
    lng: middle_lng > 180 ? middle_lng - 360 : middle_lng,
    count: Number(total),
  }))
}

const pointFields: Fields<Omit<MapPoint, 'hasOutline'>> = {
  propertyId: stored('property_id'),
  lat: stored('lat'),
  lng: stored('lng'),
  address: nullIfBlank('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
  estimatedValue: stored('estimated_value'),
  signals: computed('signals', signalMask.fromMask),
}

type Viewport = Pick<PropertyMapQuery, 'bounds' | 'zoom'>

const outlinedPointFields: Fields<MapPoint> = {
  ...pointFields,
  hasOutline: computed('has_outline', (isThere: 0 | 1) => isThere === 1),
}

/** An outline around a position within bounds meets these bounds. */
function hasOutlineSql(bind: Bind, { west, south, east, north }: Bounds): string {
  const degrees = (value: number) => bind(value, 'Float64')
  // No outline crosses the 180th meridian.
  const [from, to] = west <= east ? [west, east] : [-180, 180]
  return `property_id in (select property_id from outlines where south <= ${degrees(north)} and north >= ${degrees(south)}
    and west <= ${degrees(to)} and east >= ${degrees(from)}) as has_outline`
}

export async function findPoints(
  clickhouse: ClickHouse,
  selection: Selection,
  { bounds, zoom }: Viewport,
  limit: number,
  read: ReadOptions,
): Promise<MapPoint[]> {
  const { bind, params } = createBinder()
  const condition = compileCriteria(bind, selection.criteria, selection)
  // At such a zoom no screen shows so much, and the outlines of a country are too many to compare.
  const isOutlined = zoom >= parcelMapZoom && !isWideBox(bounds)
  const columns = formatColumnList(pointFields) + (isOutlined ? `, ${hasOutlineSql(bind, bounds)}` : '')
  const points = await clickhouse.rows<StoredRow>(
    `select ${columns}
     from properties where ${inBoundsSql(bind, bounds)} and ${condition} order by property_id limit ${limit} ${settings}`,
    params,
    read,
  )
  return points.map(createPresenter(isOutlined ? outlinedPointFields : pointFields))
}

export function countWithoutPosition(clickhouse: ClickHouse, selection: Selection): Promise<number> {
  const { bind, params } = createBinder()
  const condition = compileCriteria(bind, selection.criteria, selection)
  const unplaced = `properties where (isNull(lat) or isNull(lng)) and ${condition} ${settings}`
  return countRowsFrom(clickhouse, unplaced, params, { ...toReadOptions(selection), isPatient: true })
}
