import type { Criteria } from '@dooryard/contract/criteria'

type Location = NonNullable<Criteria['location']>
type Point = { lat: number | null; lng: number | null }
type Place = Point & { state: string; county_fips: string; city: string; zip: string }

export const saysWhere = (location: Location): boolean => partsOf(location).length > 0

/** Whether a place is in any part of a location. */
export const isThere = (row: Place, location: Location): boolean => partsOf(location).some((isIn) => isIn(row))

function partsOf({ states, counties, cities, zips, near, polygons }: Location): ((row: Place) => boolean)[] {
  const parts: ((row: Place) => boolean)[] = []
  if (states?.length) parts.push((row) => states.includes(row.state))
  if (counties?.length) parts.push((row) => counties.some((county) => isOneCounty(county, row.county_fips)))
  if (cities?.length) parts.push((row) => cities.some((city) => city.toUpperCase() === `${row.state}:${row.city}`))
  if (zips?.length) parts.push((row) => zips.includes(row.zip))
  if (near) parts.push((row) => milesBetween(row, near) <= near.miles)
  for (const { coordinates } of polygons ?? []) {
    const [outline = [], ...holes] = coordinates
    parts.push((row) => isInside(row, outline) && !holes.some((hole) => isInside(row, hole)))
  }
  return parts
}

// Of the codes in the rows, Fairfield County in Connecticut became among others the region of Greater Bridgeport.
const renamed = ['09001', '09120']

const isOneCounty = (one: string, other: string) => one === other || (renamed.includes(one) && renamed.includes(other))

export function milesBetween(a: Point, b: { lat: number; lng: number }): number {
  if (a.lat === null || a.lng === null) return Infinity
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return (2 * 6_371_008.8 * Math.asin(Math.sqrt(h))) / 1609.344
}

/** Casts a ray to the east and counts the sides it crosses. */
function isInside({ lat, lng }: Point, ring: readonly (readonly [number, number])[]): boolean {
  if (lat === null || lng === null) return false
  let inside = false
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    if (y > lat !== nextY > lat && lng < ((nextX - x) * (lat - y)) / (nextY - y) + x) inside = !inside
  })
  return inside
}
