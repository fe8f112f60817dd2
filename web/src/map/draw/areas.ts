import type { Criteria } from '@dooryard/contract/criteria'
import type { Bounds } from '@dooryard/contract/map'
import { boxRing, circleRing, type Ring, rounded, roundedLng, roundedMiles, tidyRing, toCircle } from './geometry.ts'

export type Location = NonNullable<Criteria['location']>

/** What a location searches on the map: its circle, or one of its polygons by its place among them. */
export type AreaId = 'near' | number

export type Area = { id: AreaId; ring: Ring }

export const maxMiles = 50
export const maxAreas = 10
const maxCorners = 500

export function getAreas(location: Location | undefined): Area[] {
  const polygons = (location?.polygons ?? []).map(({ coordinates }, id) => ({
    id,
    ring: (coordinates[0] ?? []) as Ring,
  }))
  const near = location?.near
  return near ? [{ id: 'near', ring: circleRing(near, near.miles) }, ...polygons] : polygons
}

/** Whether a location names places besides its areas: a property in any of those matches too. */
export const hasPlaces = (location: Location | undefined) =>
  ([location?.states, location?.counties, location?.cities, location?.zips] as const).some((list) => list?.length)

/** The location without anything that says nothing. */
function settled({ near, polygons, ...places }: Location): Location | undefined {
  const all = { ...places, ...(near && { near }), ...(polygons?.length && { polygons }) }
  return Object.keys(all).length > 0 ? all : undefined
}

const polygonOf = (ring: Ring) => ({ type: 'Polygon' as const, coordinates: [tidyRing(ring)] })

const nearOf = (ring: Ring) => {
  const { lat, lng, miles } = toCircle(ring)
  return { lat: rounded(lat), lng: roundedLng(lng), miles: Math.min(maxMiles, roundedMiles(miles)) }
}

/** Why an outline cannot be searched; undefined when it can. */
export function findRingProblem(ring: Ring): string | undefined {
  const tidy = tidyRing(ring)
  if (tidy.length < 4) return 'That area has no size. Draw it again, a little larger.'
  if (tidy.length > maxCorners) return `An area has at most ${maxCorners} points.`
  return undefined
}

export const hasRoom = (location: Location | undefined) => (location?.polygons?.length ?? 0) < maxAreas

/** The location with a circle; it has one, so a new one takes its place. */
export const withCircle = (location: Location | undefined, ring: Ring) => settled({ ...location, near: nearOf(ring) })

export const withPolygon = (location: Location | undefined, ring: Ring) =>
  settled({ ...location, polygons: [...(location?.polygons ?? []), polygonOf(ring)] })

export function withArea(location: Location | undefined, id: AreaId, ring: Ring) {
  if (id === 'near') return withCircle(location, ring)
  const polygons = (location?.polygons ?? []).map((old, at) =>
    at === id ? { type: old.type, coordinates: [tidyRing(ring), ...old.coordinates.slice(1)] } : old,
  )
  return settled({ ...location, polygons })
}

export function withoutArea(location: Location | undefined, id: AreaId) {
  if (id === 'near') return settled({ ...location, near: undefined })
  return settled({ ...location, polygons: location?.polygons?.filter((_, at) => at !== id) })
}

export const onlyAreas = ({ near, polygons }: Location) => settled({ near, polygons })

export const onlyPlaces = ({ near: _, polygons: __, ...places }: Location) => settled(places)

export const hasAreas = (location: Location | undefined) => getAreas(location).length > 0

/**
 * What is searched once the map says so: the first area takes the place of the places, as a property in any of them would
 * match; once the last one goes, those that were left out are back.
 */
export function byMap(before: Location | undefined, next: Location | undefined, leftOut: Location | undefined) {
  if (next && hasPlaces(next) && hasAreas(next) && !hasAreas(before)) return onlyAreas(next)
  return next ?? (hasAreas(before) ? leftOut : undefined)
}

type Span = [west: number, east: number]

/** An area is at most half the world wide. */
const halve = ([west, east]: Span): Span[] => {
  const middle = (west + east) / 2
  return east - west <= 180
    ? [[west, east]]
    : [
        [west, middle],
        [middle, east],
      ]
}

/** The location with the areas replaced by what the map shows; cut in two where the 180th meridian runs through it. */
export function withView(location: Location | undefined, { west, south, east, north }: Bounds) {
  const halves = west <= east ? halve([west, east]) : [...halve([west, 180]), ...halve([-180, east])]
  const polygons = halves.map(([from, to]) => polygonOf(boxRing({ west: from, south, east: to, north })))
  return settled({ ...location, near: undefined, polygons })
}
