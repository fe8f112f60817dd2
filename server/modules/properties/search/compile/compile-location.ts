import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds } from '@dooryard/contract/properties/map'
import { listEquivalentCounties } from '../../places/county-vintages.ts'
import type { County, Coverage } from '../../places/coverage.ts'
import { getCountyState } from '../../places/states.ts'
import { getBounds } from './breadth.ts'
import { andClauses, type Bind, betweenCoordinates, type Clause, inList, orClauses } from './clauses.ts'

type Location = NonNullable<Criteria['location']>
type Near = NonNullable<Location['near']>
type Polygon = NonNullable<Location['polygons']>[number]
type Ring = Polygon['coordinates'][number]

const metersPerMile = 1609.344
// A degree of latitude is never shorter than 68.7 miles.
const milesPerDegree = 68.7

/**
 * Matches properties in any part of the location. With known coverage, a ZIP or an area is searched only in the
 * counties where rolls have data, which ClickHouse finds by its sort key.
 */
export function compileLocation(bind: Bind, location: Location | undefined, coverage?: Coverage): Clause {
  if (!location) return undefined
  return orClauses([
    inList(bind, 'state', location.states),
    inCounties(bind, location.counties),
    ...groupCitiesByState(location.cities ?? []).map(([state, names]) =>
      andClauses([`state = ${bind(state, 'String')}`, inList(bind, 'city', names)]),
    ),
    inZips(bind, location.zips, coverage),
    location.near && withinRadius(bind, location.near, coverage),
    ...(location.polygons ?? []).map((polygon) => inPolygon(bind, polygon, coverage)),
  ])
}

/**
 * Rows are sorted by state, then county: with the state added, ClickHouse finds a county at once (3 blocks instead of
 * 52, of 4 million rows).
 */
function inCounties(bind: Bind, counties: readonly string[] | undefined): Clause {
  // A county whose code changed may have rolls under either code.
  const codes = [...new Set(counties?.flatMap(listEquivalentCounties))]
  const states = [...new Set(codes.map(getCountyState))]
  return andClauses([inList(bind, 'state', states), inList(bind, 'county_fips', codes)])
}

/** A ZIP does not imply a state: rolls hold addresses whose ZIP lies in another one. */
const inZips = (bind: Bind, zips: readonly string[] | undefined, coverage: Coverage | undefined): Clause =>
  zips?.length ? andClauses([inCountyList(bind, coverage?.ofZips(zips)), inList(bind, 'zip', zips)]) : undefined

/** More counties are not listed individually, which would take ClickHouse longer than it saves. */
const maxNamedCounties = 50

/** In any of the counties; no clause when they are unknown. */
function inCountyList(bind: Bind, counties: readonly County[] | undefined): Clause {
  if (!counties) return undefined
  if (counties.length === 0) return 'false'
  const states = [...new Set(counties.map(({ state }) => state))]
  const codes = counties.length > maxNamedCounties ? undefined : counties.map(({ fips }) => fips)
  return andClauses([inList(bind, 'state', states), inList(bind, 'county_fips', codes)])
}

function groupCitiesByState(cities: readonly string[]): [state: string, names: string[]][] {
  const byState = new Map<string, string[]>()
  for (const city of cities) {
    const state = city.slice(0, 2)
    byState.set(state, [...(byState.get(state) ?? []), city.slice(3).toUpperCase()])
  }
  return [...byState]
}

function withinRadius(bind: Bind, { lat, lng, miles }: Near, coverage: Coverage | undefined): Clause {
  const height = miles / milesPerDegree
  const width = height / Math.max(Math.cos(((Math.abs(lat) + height) * Math.PI) / 180), 0.01)
  const distance = `greatCircleDistance(lng, lat, ${bind(lng, 'Float64')}, ${bind(lat, 'Float64')})`
  return andClauses([
    withinBox(bind, { west: lng - width, east: lng + width, south: lat - height, north: lat + height }, coverage),
    `${distance} <= ${bind(miles * metersPerMile, 'Float64')}`,
  ])
}

function inPolygon(bind: Bind, { coordinates: [outline, ...holes] }: Polygon, coverage: Coverage | undefined): Clause {
  if (!outline) return undefined
  return andClauses([
    withinBox(bind, getBounds(outline), coverage),
    inRing(bind, outline),
    ...holes.map((hole) => `not ${inRing(bind, hole)}`),
  ])
}

function inRing(bind: Bind, ring: Ring): string {
  const lngs = bind(
    ring.map(([lng]) => lng),
    'Array(Float64)',
  )
  const lats = bind(
    ring.map(([, lat]) => lat),
    'Array(Float64)',
  )
  // The preceding box excludes unknown positions.
  return `pointInPolygon((assumeNotNull(lng), assumeNotNull(lat)), arrayZip(${lngs}, ${lats}))`
}

/** Cheap to check, so ClickHouse skips whole blocks before it measures anything. */
function withinBox(bind: Bind, { west, east, south, north }: Bounds, coverage: Coverage | undefined): Clause {
  const latitudes = betweenCoordinates(bind, 'lat', south, north)
  // Across the 180th meridian the box would have two halves; the latitudes alone are narrow enough there.
  if (west < -180 || east > 180) return andClauses([inCountyList(bind, coverage?.between({ south, north })), latitudes])
  const counties = inCountyList(bind, coverage?.between({ west, east, south, north }))
  return andClauses([counties, latitudes, betweenCoordinates(bind, 'lng', west, east)])
}
