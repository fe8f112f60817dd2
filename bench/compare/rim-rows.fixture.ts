import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import { countPlaces } from '../data/generate.ts'

type Near = { lat: number; lng: number; miles: number }
type Ring = readonly (readonly [lng: number, lat: number])[]
/** The circles and rings of the questions. */
type Areas = { circles: readonly Near[]; rings: readonly Ring[] }
type Position = readonly [lat: number, lng: number]

/** Meters from the rim: within the error of the store's distances, and just beyond the metre that is resolved. */
const offsets = [-1.5, -0.01, -0.001, 0.001, 0.01, 1.5]

/**
 * Moves the properties with the latest sales to the rims of the areas, one to each position, with their deeds and
 * sales.
 */
export async function moveToRims(clickhouse: ClickHouse, { circles, rings }: Areas): Promise<void> {
  const positions = [
    ...circles.flatMap((circle) => offsets.map((offset, at) => listPositionsNearCircle(circle, offset, at))),
    ...rings.flatMap((ring) =>
      offsets.flatMap((offset, at) => listPositionsNearEdge(ring, offset / metersPerDegree, at)),
    ),
  ]
  const moved = await clickhouse.rows<{ id: string }>(
    `select property_id as id from properties where isNotNull(lat)
     order by last_sale_price >= 20000 desc, last_sale_date desc, property_id limit ${positions.length}`,
  )
  const ids = moved.map(({ id }) => id)
  const places = positions.slice(0, ids.length)
  const to = (at: 0 | 1) =>
    `transform(property_id, cast([${ids}], 'Array(UInt64)'), [${places.map((place) => place[at])}], 0.)`
  for (const table of ['properties', 'transfers', 'sales'])
    await clickhouse.run(`alter table ${table} update lat = ${to(0)}, lng = ${to(1)} where property_id in (${ids})
      settings mutations_sync = 2`)
  await clickhouse.run('truncate table place_counts')
  await countPlaces(clickhouse)
}

const earthMeters = 6_371_000
const metersPerMile = 1609.344
const metersPerDegree = 111_195

/** Positions this many meters beyond the rim, in varying directions. */
function listPositionsNearCircle({ lat, lng, miles }: Near, meters: number, at: number): Position {
  const [direction, from] = [0.3 + at, (lat * Math.PI) / 180]
  const angle = (miles * metersPerMile + meters) / earthMeters
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(direction))
  const east = Math.atan2(
    Math.sin(direction) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  )
  return [(to * 180) / Math.PI, lng + (east * 180) / Math.PI]
}

/** Positions this many degrees beyond the middle of an edge. */
function listPositionsNearEdge(ring: Ring, degrees: number, at: number): Position[] {
  const [from, to] = [ring[at], ring[at + 1]]
  if (!from || !to) return []
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(x, y)
  return [[(from[1] + to[1]) / 2 - (x / length) * degrees, (from[0] + to[0]) / 2 + (y / length) * degrees]]
}
