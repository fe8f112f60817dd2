import type { Criteria } from '@dooryard/contract/criteria/criteria'

type Location = NonNullable<Criteria['location']>
type Point = { lat: number | null; lng: number | null }
type LocatedRow = Point & { state: string; county_fips: string; city: string; zip: string }

export const hasReferenceLocation = (location: Location): boolean => toLocationTests(location).length > 0

/** Whether a place is in any part of a location. */
export const isInLocation = (row: LocatedRow, location: Location): boolean =>
  toLocationTests(location).some((isIn) => isIn(row))

function toLocationTests({
  states,
  counties,
  cities,
  zips,
  near,
  polygons,
}: Location): ((row: LocatedRow) => boolean)[] {
  const parts: ((row: LocatedRow) => boolean)[] = []
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

// Among the codes in the rows, Fairfield County in Connecticut became the Greater Bridgeport region, among others.
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

/** Ray casting: counts the sides that a ray to the east crosses. */
function isInside({ lat, lng }: Point, ring: readonly (readonly [number, number])[]): boolean {
  if (lat === null || lng === null) return false
  let inside = false
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    if (y > lat !== nextY > lat && lng < ((nextX - x) * (lat - y)) / (nextY - y) + x) inside = !inside
  })
  return inside
}
