import type { Bounds, PropertyMap } from '@dooryard/contract/properties/map'

/** All fifty states and the territories. */
export const usBounds: Bounds = { west: -180, south: -15, east: 180, north: 72 }

/** The initial view of a map: the lower 48 states. */
export const contiguousUsBounds: Bounds = { west: -125, south: 24.3, east: -66.8, north: 49.5 }

/** The bounds in MapLibre's form, where east is always greater than west. */
export const toBox = ({ west, south, east, north }: Bounds): [[number, number], [number, number]] => [
  [west, south],
  [east < west ? east + 360 : east, north],
]

type Point = { lat: number; lng: number }

const listPoints = (map: PropertyMap): readonly Point[] => ('points' in map ? map.points : map.cells)

/**
 * The smallest bounds around all points. `west` is greater than `east` where they cross the 180th meridian, as for the
 * Aleutians. The widest gap between neighbors around the world is left out.
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

/** The width of bounds in degrees, continued across the 180th meridian. */
const getWidth = ({ west, east }: Bounds) => (west <= east ? east - west : east - west + 360)

/** Adds a margin to bounds, limited to the world. */
export function padBounds(bounds: Bounds, degrees: number): Bounds {
  const { west, south, east, north } = bounds
  const margin = { south: Math.max(-85, south - degrees), north: Math.min(85, north + degrees) }
  if (getWidth(bounds) + 2 * degrees >= 360) return { ...margin, west: -180, east: 180 }
  const wrap = (lng: number) => (lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng)
  return { ...margin, west: wrap(west - degrees), east: wrap(east + degrees) }
}

/** The zoom at which bounds fill a window of about 800 by 600 pixels, for web maps with 256-pixel tiles. */
export function toZoom(bounds: Bounds): number {
  const width = Math.log2((360 * 800) / 256 / Math.max(getWidth(bounds), 1e-4))
  const height = Math.log2((170 * 600) / 256 / Math.max(bounds.north - bounds.south, 1e-4))
  return Math.max(0, Math.min(16, width, height))
}

/** At most three requests: the country, the region, the town. */
const maxRounds = 3

type FetchMap = (bounds: Bounds, zoom: number) => Promise<PropertyMap>

/** A window of that size has few cells; those of this much higher zoom still fit in one answer. */
const zoomStep = 2

/**
 * Degrees that a property may lie from the center of all properties in its cell. No answer has larger cells than the
 * first one.
 */
const getCellMargin = (zoom: number) => Math.min(1.5, 100 / 2 ** zoom)

/**
 * The bounds of all matches; undefined when there are none. The cells of a low zoom give only rough positions, so when
 * they cover little of the view it is requested again at a higher zoom.
 */
export async function findExtent(fetchMap: FetchMap): Promise<Bounds | undefined> {
  let bounds = usBounds
  let zoom = 3
  for (let round = 1; ; round++) {
    const requestZoom = round === 1 ? zoom : Math.min(zoom + zoomStep, 15)
    const seen = await fetchMap(bounds, requestZoom)
    const around = getBoundsAround(listPoints(seen))
    if (!around) return undefined
    if ('points' in seen) return around
    const margin = getCellMargin(requestZoom)
    const next = padBounds(around, margin)
    if (round === maxRounds || margin < Math.max(getWidth(next), next.north - next.south) / 10) return next
    bounds = next
    zoom = toZoom(next)
  }
}
