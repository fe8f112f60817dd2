import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds } from '@dooryard/contract/properties/map'
import {
  type Ring,
  roundCoordinate,
  roundLng,
  roundMiles,
  tidyRing,
  toBoxRing,
  toCircle,
  toCircleRing,
} from './geometry.ts'

export type Location = NonNullable<Criteria['location']>

/** The id of an area: `near` for the circle, the index for a polygon. */
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
  return near ? [{ id: 'near', ring: toCircleRing(near, near.miles) }, ...polygons] : polygons
}

/** Whether a location has places besides its areas; a property in any of them matches too. */
export const hasPlaces = (location: Location | undefined) =>
  ([location?.states, location?.counties, location?.cities, location?.zips] as const).some((list) => list?.length)

/** Returns the location without empty parts; undefined when nothing remains. */
function normalizeLocation({ near, polygons, ...places }: Location): Location | undefined {
  const all = { ...places, ...(near && { near }), ...(polygons?.length && { polygons }) }
  return Object.keys(all).length > 0 ? all : undefined
}

const toPolygon = (ring: Ring) => ({ type: 'Polygon' as const, coordinates: [tidyRing(ring)] })

const toNear = (ring: Ring) => {
  const { lat, lng, miles } = toCircle(ring)
  return { lat: roundCoordinate(lat), lng: roundLng(lng), miles: Math.min(maxMiles, roundMiles(miles)) }
}

/** Says that a drawn circle is larger than what is searched; undefined where it is not. */
export function formatCappedCircle(ring: Ring): string | undefined {
  const { miles } = toCircle(ring)
  if (miles <= maxMiles) return undefined
  return `A circle has at most ${maxMiles} miles. Yours had ${roundMiles(miles)} and was reduced.`
}

/** Why an outline cannot be searched; undefined when it can. */
export function findRingError(ring: Ring): string | undefined {
  const tidy = tidyRing(ring)
  if (tidy.length < 4) return 'That area has no size. Draw it again, a little larger.'
  if (tidy.length > maxCorners) return `An area has at most ${maxCorners} points.`
  return undefined
}

export const canAddArea = (location: Location | undefined) => (location?.polygons?.length ?? 0) < maxAreas

/** Sets the circle of the location, replacing the previous one. */
export const setCircle = (location: Location | undefined, ring: Ring) =>
  normalizeLocation({ ...location, near: toNear(ring) })

export const addPolygon = (location: Location | undefined, ring: Ring) =>
  normalizeLocation({ ...location, polygons: [...(location?.polygons ?? []), toPolygon(ring)] })

export function setArea(location: Location | undefined, id: AreaId, ring: Ring) {
  if (id === 'near') return setCircle(location, ring)
  const polygons = (location?.polygons ?? []).map((old, at) =>
    at === id ? { type: old.type, coordinates: [tidyRing(ring), ...old.coordinates.slice(1)] } : old,
  )
  return normalizeLocation({ ...location, polygons })
}

export function removeArea(location: Location | undefined, id: AreaId) {
  if (id === 'near') return normalizeLocation({ ...location, near: undefined })
  return normalizeLocation({ ...location, polygons: location?.polygons?.filter((_, at) => at !== id) })
}

export const pickAreas = ({ near, polygons }: Location) => normalizeLocation({ near, polygons })

export const pickPlaces = ({ near: _, polygons: __, ...places }: Location) => normalizeLocation(places)

export const hasAreas = (location: Location | undefined) => getAreas(location).length > 0

/**
 * Applies a change made on the map. The first area replaces the places, because a property in any of them would match;
 * removing the last area restores the replaced places.
 */
export function applyMapChange(
  before: Location | undefined,
  next: Location | undefined,
  replacedPlaces: Location | undefined,
) {
  if (next && hasPlaces(next) && hasAreas(next) && !hasAreas(before)) return pickAreas(next)
  return next ?? (hasAreas(before) ? replacedPlaces : undefined)
}

type LngSpan = [west: number, east: number]

/** An area spans at most half the world. */
const splitSpan = ([west, east]: LngSpan): LngSpan[] => {
  const middle = (west + east) / 2
  return east - west <= 180
    ? [[west, east]]
    : [
        [west, middle],
        [middle, east],
      ]
}

/** Replaces the areas by the visible part of the map, split in two where it crosses the 180th meridian. */
export function replaceAreasWithView(location: Location | undefined, { west, south, east, north }: Bounds) {
  const halves = west <= east ? splitSpan([west, east]) : [...splitSpan([west, 180]), ...splitSpan([-180, east])]
  const polygons = halves.map(([from, to]) => toPolygon(toBoxRing({ west: from, south, east: to, north })))
  return normalizeLocation({ ...location, near: undefined, polygons })
}
