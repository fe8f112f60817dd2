import type { Criteria } from '@dooryard/contract/criteria'
import type { Bounds } from '@dooryard/contract/map'
import { countiesEquivalentTo } from '../places/county-vintages.ts'
import type { County, Coverage } from '../places/coverage.ts'
import { stateOfCounty } from '../places/states.ts'
import { boundsOf } from './breadth.ts'
import { allOf, amid, anyOf, type Bind, type Clause, oneOf } from './clauses.ts'

type Location = NonNullable<Criteria['location']>
type Near = NonNullable<Location['near']>
type Polygon = NonNullable<Location['polygons']>[number]
type Ring = Polygon['coordinates'][number]

const metersPerMile = 1609.344
// A degree of latitude is never shorter than 68.7 miles.
const milesPerDegree = 68.7

/**
 * A property is in the location when it is in any of its parts. With the coverage known, a ZIP or an area is looked for in
 * the counties alone in which the rolls have any of it: the store then finds them by its sort key.
 */
export function compileLocation(bind: Bind, location: Location | undefined, coverage?: Coverage): Clause {
  if (!location) return undefined
  return anyOf([
    oneOf(bind, 'state', location.states),
    inCounties(bind, location.counties),
    ...citiesByState(location.cities ?? []).map(([state, names]) =>
      allOf([`state = ${bind(state, 'String')}`, oneOf(bind, 'city', names)]),
    ),
    inZips(bind, location.zips, coverage),
    location.near && near(bind, location.near, coverage),
    ...(location.polygons ?? []).map((polygon) => inPolygon(bind, polygon, coverage)),
  ])
}

/**
 * Rows stand by state, then county: with the state said too, the store finds a county at once (3 blocks in place of 52, of
 * 4 million rows).
 */
function inCounties(bind: Bind, counties: readonly string[] | undefined): Clause {
  // A county whose code changed has rolls under either one.
  const codes = [...new Set(counties?.flatMap(countiesEquivalentTo))]
  const states = [...new Set(codes.map(stateOfCounty))]
  return allOf([oneOf(bind, 'state', states), oneOf(bind, 'county_fips', codes)])
}

/** A ZIP says no state by itself: rolls hold addresses whose ZIP lies in another one. */
const inZips = (bind: Bind, zips: readonly string[] | undefined, coverage: Coverage | undefined): Clause =>
  zips?.length ? allOf([among(bind, coverage?.ofZips(zips)), oneOf(bind, 'zip', zips)]) : undefined

/** More counties than this are not named one by one, for which the store would take longer than it saves. */
const mostCounties = 50

/** Somewhere in the counties, which are undefined where they are not known. */
function among(bind: Bind, counties: readonly County[] | undefined): Clause {
  if (!counties) return undefined
  if (counties.length === 0) return 'false'
  const states = [...new Set(counties.map(({ state }) => state))]
  const codes = counties.length > mostCounties ? undefined : counties.map(({ fips }) => fips)
  return allOf([oneOf(bind, 'state', states), oneOf(bind, 'county_fips', codes)])
}

function citiesByState(cities: readonly string[]): [state: string, names: string[]][] {
  const byState = new Map<string, string[]>()
  for (const city of cities) {
    const state = city.slice(0, 2)
    byState.set(state, [...(byState.get(state) ?? []), city.slice(3).toUpperCase()])
  }
  return [...byState]
}

function near(bind: Bind, { lat, lng, miles }: Near, coverage: Coverage | undefined): Clause {
  const height = miles / milesPerDegree
  const width = height / Math.max(Math.cos(((Math.abs(lat) + height) * Math.PI) / 180), 0.01)
  const distance = `greatCircleDistance(lng, lat, ${bind(lng, 'Float64')}, ${bind(lat, 'Float64')})`
  return allOf([
    box(bind, { west: lng - width, east: lng + width, south: lat - height, north: lat + height }, coverage),
    `${distance} <= ${bind(miles * metersPerMile, 'Float64')}`,
  ])
}

function inPolygon(bind: Bind, { coordinates: [outline, ...holes] }: Polygon, coverage: Coverage | undefined): Clause {
  if (!outline) return undefined
  return allOf([
    box(bind, boundsOf(outline), coverage),
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
  // The box before this lets no unknown position through.
  return `pointInPolygon((assumeNotNull(lng), assumeNotNull(lat)), arrayZip(${lngs}, ${lats}))`
}

/** Cheap to check, so the store drops whole blocks before it measures anything. */
function box(bind: Bind, { west, east, south, north }: Bounds, coverage: Coverage | undefined): Clause {
  const latitudes = amid(bind, 'lat', south, north)
  // Around the 180th meridian the box would have two halves; the latitudes alone narrow enough there.
  if (west < -180 || east > 180) return allOf([among(bind, coverage?.between({ south, north })), latitudes])
  const counties = among(bind, coverage?.between({ west, east, south, north }))
  return allOf([counties, latitudes, amid(bind, 'lng', west, east)])
}
