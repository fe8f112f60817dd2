import type { Bounds, MapCell, MapPoint } from '@dooryard/contract/map'
import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { signalMask } from '../bits.ts'
import { amid, atLeast, atMost, type Bind, binder } from '../search/clauses.ts'
import { conditionOf } from '../search/compile-criteria.ts'
import { countRowsOf } from '../search/count.queries.ts'
import { readOptions, type Selection } from '../search/selection.ts'
import { columnList, computed, type Fields, nullIfBlank, presenter, type StoredRow, stored } from '../stored-fields.ts'
import { squaresPerDegree } from './grid.ts'

// A hand-drawn outline may cross itself; servers before 25.5 take the longitude first unless told.
const settings = "settings validate_polygons = 0, geotoh3_argument_order = 'lat_lon'"

/** A position unknown is in no bounds. */
function inBounds(bind: Bind, { west, south, east, north }: Bounds): string {
  const [from, to] = [atLeast(bind, 'lng', west), atMost(bind, 'lng', east)]
  return `${amid(bind, 'lat', south, north)} and ${west <= east ? `${from} and ${to}` : `(${from} or ${to})`}`
}

/**
 * How many match in each cell of the grid that has any, and the middle of them. Which cell a position is in takes a
 * microsecond, so it is asked of the middle of small squares and not of each property, which is ten times faster: at its
 * rim, a cell may hold some of its neighbor's.
 */
export async function countCells(
  clickhouse: ClickHouse,
  selection: Selection,
  bounds: Bounds,
  resolution: number,
  read: ReadOptions,
): Promise<MapCell[]> {
  const { bind, params } = binder()
  const condition = conditionOf(bind, selection.criteria, selection)
  // On both sides of the 180th meridian the middle of two longitudes would lie on the far side of the earth.
  const east = bounds.west <= bounds.east ? 'lng' : 'if(lng < 0, lng + 360, lng)'
  const perDegree = bind(squaresPerDegree(resolution), 'Float64')
  const cells = await clickhouse.rows<{ cell: string; middle_lat: number; middle_lng: number; total: string }>(
    `select h3ToString(geoToH3(lats / count, if(lngs / count > 180, lngs / count - 360, lngs / count),
         toUInt8(${resolution}))) as cell,
       sum(lats) / sum(count) as middle_lat, sum(lngs) / sum(count) as middle_lng, sum(count) as total
     from (
       select sum(assumeNotNull(lat)) as lats, sum(assumeNotNull(${east})) as lngs, count() as count
       from properties where ${inBounds(bind, bounds)} and ${condition}
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

const pointFields: Fields<MapPoint> = {
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

export async function findPoints(
  clickhouse: ClickHouse,
  selection: Selection,
  bounds: Bounds,
  limit: number,
  read: ReadOptions,
): Promise<MapPoint[]> {
  const { bind, params } = binder()
  const condition = conditionOf(bind, selection.criteria, selection)
  const points = await clickhouse.rows<StoredRow>(
    `select ${columnList(pointFields)}
     from properties where ${inBounds(bind, bounds)} and ${condition} order by property_id limit ${limit} ${settings}`,
    params,
    read,
  )
  return points.map(presenter(pointFields))
}

export function countWithoutPosition(clickhouse: ClickHouse, selection: Selection): Promise<number> {
  const { bind, params } = binder()
  const condition = conditionOf(bind, selection.criteria, selection)
  const unplaced = `properties where (isNull(lat) or isNull(lng)) and ${condition} ${settings}`
  return countRowsOf(clickhouse, unplaced, params, { ...readOptions(selection), isPatient: true })
}
