import type { Bounds, PropertyMap } from '@dooryard/contract/map'

/** All fifty states and the territories. */
export const usBounds: Bounds = { west: -180, south: -15, east: 180, north: 72 }

/** What a map shows before it knows better: the lower 48 states. */
export const contiguousUsBounds: Bounds = { west: -125, south: 24.3, east: -66.8, north: 49.5 }

/** The bounds as MapLibre has them, whose east is always east of its west. */
export const toBox = ({ west, south, east, north }: Bounds): [[number, number], [number, number]] => [
  [west, south],
  [east < west ? east + 360 : east, north],
]

type Point = { lat: number; lng: number }

const placesOf = (map: PropertyMap): readonly Point[] => ('points' in map ? map.points : map.cells)

/**
 * The smallest bounds around all points: `west` is greater than `east` where the 180th meridian runs through them, as it
 * does through the Aleutians. The widest gap between neighbors, once around the world, is what is left out.
 */
export function getBoundsAround(points: readonly Point[]): Bounds | undefined {
  if (points.length === 0) return undefined
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng).sort((a, b) => a - b)
  const [first = 0] = lngs
  const last = lngs.at(-1) ?? 0
  let widest = first + 360 - last
  let ends = { west: first, east: last }
  for (let at = 1; at < lngs.length; at++) {
    const [west = 0, east = 0] = [lngs[at], lngs[at - 1]]
    if (west - east > widest) {
      widest = west - east
      ends = { west, east }
    }
  }
  const south = lats.reduce((least, lat) => Math.min(least, lat), 90)
  const north = lats.reduce((most, lat) => Math.max(most, lat), -90)
  return { ...ends, south, north }
}

/** How many degrees wide bounds are, on past the 180th meridian where it runs through them. */
const widthOf = ({ west, east }: Bounds) => (west <= east ? east - west : east - west + 360)

/** The bounds with a rim; never beyond what there is of the world. */
export function padBounds(bounds: Bounds, degrees: number): Bounds {
  const { west, south, east, north } = bounds
  const rim = { south: Math.max(-85, south - degrees), north: Math.min(85, north + degrees) }
  if (widthOf(bounds) + 2 * degrees >= 360) return { ...rim, west: -180, east: 180 }
  const wrap = (lng: number) => (lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng)
  return { ...rim, west: wrap(west - degrees), east: wrap(east + degrees) }
}

/** The zoom at which bounds fill a window of about 800 by 600 pixels, as web maps of 256-pixel tiles count. */
export function zoomFor(bounds: Bounds): number {
  const width = Math.log2((360 * 800) / 256 / Math.max(widthOf(bounds), 1e-4))
  const height = Math.log2((170 * 600) / 256 / Math.max(bounds.north - bounds.south, 1e-4))
  return Math.max(0, Math.min(16, width, height))
}

/** At most three looks: the country, the region, the town. */
const mostLooks = 3

type Look = (bounds: Bounds, zoom: number) => Promise<PropertyMap>

/** A window of that size has few cells: those of this much further zoom are still no more than an answer holds. */
const finer = 2

/** Degrees that a property may lie from the middle of all that its cell counts; no answer has larger cells than the first. */
const rimAt = (zoom: number) => Math.min(1.5, 100 / 2 ** zoom)

/**
 * Where everything is that matches; undefined when nothing is. The cells of a coarse look say only roughly where their
 * properties lie, so what fills few of them is looked at again from nearer.
 */
export async function findExtent(look: Look): Promise<Bounds | undefined> {
  let bounds = usBounds
  let zoom = 3
  for (let looks = 1; ; looks++) {
    const asked = looks === 1 ? zoom : Math.min(zoom + finer, 15)
    const seen = await look(bounds, asked)
    const around = getBoundsAround(placesOf(seen))
    if (!around) return undefined
    if ('points' in seen) return around
    const rim = rimAt(asked)
    const next = padBounds(around, rim)
    if (looks === mostLooks || rim < Math.max(widthOf(next), next.north - next.south) / 10) return next
    bounds = next
    zoom = zoomFor(next)
  }
}
