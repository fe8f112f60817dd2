import type { Bounds } from '@dooryard/contract/properties/map'

type Position = [lng: number, lat: number]
export type Shape = 'circle' | 'rectangle' | 'polygon'
export type Ring = Position[]
type Point = { lat: number; lng: number }

const milesPerRadian = 3958.7613
const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** Five decimals are about one yard. */
export const roundCoordinate = (value: number) => Math.round(value * 1e5) / 1e5

const wrapLng = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

/** A longitude as the contract defines it, from −180 to 180, however often the map was rotated around the world. */
export const roundLng = (lng: number) =>
  lng >= -180 && lng <= 180 ? roundCoordinate(lng) : roundCoordinate(wrapLng(lng))

const clampLat = (lat: number) => Math.max(-90, Math.min(90, lat))

/** The distance of two points along the earth's surface, in miles. */
export function getMilesBetween(a: Point, b: Point): number {
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * milesPerRadian * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The closed outline of a circle on the earth. */
export function toCircleRing({ lat, lng }: Point, miles: number, corners = 96): Ring {
  const angle = miles / milesPerRadian
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const bearing = (corner / corners) * 2 * Math.PI
    const sinLat =
      Math.sin(radians(lat)) * Math.cos(angle) + Math.cos(radians(lat)) * Math.sin(angle) * Math.cos(bearing)
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(radians(lat)),
      Math.cos(angle) - Math.sin(radians(lat)) * sinLat,
    )
    return [lng + degrees(east), degrees(Math.asin(sinLat))]
  })
  return [...ring, ring[0] as Position]
}

const getMiddle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2

/** The circle of an outline: the center of its bounds, and the mean distance to its corners. */
export function toCircle(ring: Ring): Point & { miles: number } {
  const center = { lat: getMiddle(ring.map(([, lat]) => lat)), lng: getMiddle(ring.map(([lng]) => lng)) }
  const corners = ring.slice(0, -1)
  const total = corners.reduce((sum, [lng, lat]) => sum + getMilesBetween(center, { lat, lng }), 0)
  return { ...center, miles: total / Math.max(1, corners.length) }
}

/** Normalizes an outline for the contract: five decimals, closed, no repeated corners. */
export function tidyRing(ring: Ring): Ring {
  const corners = ring
    .map(([lng, lat]): Position => [roundCoordinate(lng), roundCoordinate(clampLat(lat))])
    .filter(([lng, lat], at, all) => at === 0 || all[at - 1]?.[0] !== lng || all[at - 1]?.[1] !== lat)
  const [first, last] = [corners[0], corners.at(-1)]
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) corners.push(first)
  return corners
}

export const toBoxRing = ({ west, south, east, north }: Bounds): Ring =>
  tidyRing([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ])

/** Rounds to two or three significant digits: `0.25`, `3.4`, `48`. */
export const roundMiles = (miles: number) =>
  miles < 1 ? Math.max(0.01, Math.round(miles * 100) / 100) : Math.round(miles * 10) / 10
