import type { Criteria } from '@dooryard/contract/criteria'
import { boxRing, circleOf, circleRing, type Ring, rounded, roundedLng, roundedMiles, tidyRing } from './geometry.ts'

export type Location = NonNullable<Criteria['location']>

/** What a location searches on the map: its circle, or one of its polygons by its place among them. */
export type AreaId = 'near' | number

export type Area = { id: AreaId; ring: Ring }

export const maxMiles = 50
export const maxAreas = 10
const maxCorners = 500

/** The areas of a location, each with its outline. */
export function areasOf(location: Criteria['location']): Area[] {
  const polygons = (location?.polygons ?? []).map(({ coordinates }, id) => ({
    id,
    ring: (coordinates[0] ?? []) as Ring,
  }))
  const near = location?.near
  return near ? [{ id: 'near', ring: circleRing(near, near.miles) }, ...polygons] : polygons
}

/** Whether a location names places besides its areas: a property in any of those matches too. */
export const hasPlaces = (location: Criteria['location']) =>
  ([location?.states, location?.counties, location?.cities, location?.zips] as const).some((list) => list?.length)

/** The location without anything that says nothing. */
function settled({ near, polygons, ...places }: Location): Criteria['location'] {
  const all = { ...places, ...(near && { near }), ...(polygons?.length && { polygons }) }
  return Object.keys(all).length > 0 ? all : undefined
}

const polygonOf = (ring: Ring) => ({ type: 'Polygon' as const, coordinates: [tidyRing(ring)] })

const nearOf = (ring: Ring) => {
  const { lat, lng, miles } = circleOf(ring)
  return { lat: rounded(lat), lng: roundedLng(lng), miles: Math.min(maxMiles, roundedMiles(miles)) }
}

/** Why an outline cannot be searched; undefined when it can. */
export function ringProblem(ring: Ring): string | undefined {
  const tidy = tidyRing(ring)
  if (tidy.length < 4) return 'That area has no size. Draw it again, a little larger.'
  if (tidy.length > maxCorners) return `An area has at most ${maxCorners} points.`
  return undefined
}

/** Whether one more polygon may be drawn. */
export const hasRoom = (location: Criteria['location']) => (location?.polygons?.length ?? 0) < maxAreas

/** The location with a circle; it has one, so a new one takes its place. */
export const withCircle = (location: Criteria['location'], ring: Ring) => settled({ ...location, near: nearOf(ring) })

/** The location with one more polygon. */
export const withPolygon = (location: Criteria['location'], ring: Ring) =>
  settled({ ...location, polygons: [...(location?.polygons ?? []), polygonOf(ring)] })

/** The location with one of its areas changed. */
export function withArea(location: Criteria['location'], id: AreaId, ring: Ring) {
  if (id === 'near') return withCircle(location, ring)
  const polygons = (location?.polygons ?? []).map((old, at) =>
    at === id ? { type: old.type, coordinates: [tidyRing(ring), ...old.coordinates.slice(1)] } : old,
  )
  return settled({ ...location, polygons })
}

/** The location without one of its areas. */
export function withoutArea(location: Criteria['location'], id: AreaId) {
  if (id === 'near') return settled({ ...location, near: undefined })
  return settled({ ...location, polygons: location?.polygons?.filter((_, at) => at !== id) })
}

/** The location with its areas alone. */
export const onlyAreas = ({ near, polygons }: Location) => settled({ near, polygons })

/** The location with its places alone. */
export const onlyPlaces = ({ near: _, polygons: __, ...places }: Location) => settled(places)

/** Whether a location names areas. */
export const hasAreas = (location: Criteria['location']) => areasOf(location).length > 0

/**
 * What is searched once the map says so: the first area takes the place of the places, as a property in any of them would
 * match; once the last one goes, those that were left out are back.
 */
export function byMap(before: Criteria['location'], next: Criteria['location'], leftOut: Criteria['location']) {
  if (next && hasPlaces(next) && hasAreas(next) && !hasAreas(before)) return onlyAreas(next)
  return next ?? (hasAreas(before) ? leftOut : undefined)
}

/** The location with the areas replaced by what the map shows; cut in two where the 180th meridian runs through it. */
export function withView(
  location: Criteria['location'],
  { west, south, east, north }: { west: number; south: number; east: number; north: number },
) {
  const boxes =
    west <= east
      ? [{ west, south, east, north }]
      : [
          { west, south, east: 180, north },
          { west: -180, south, east, north },
        ]
  const halves = boxes.flatMap((box) => {
    const middle = (box.west + box.east) / 2
    // An area is at most half the world wide.
    return box.east - box.west > 180
      ? [
          { ...box, east: middle },
          { ...box, west: middle },
        ]
      : [box]
  })
  return settled({ ...location, near: undefined, polygons: halves.map((box) => polygonOf(boxRing(box))) })
}
