import { type Bounds, parcelMapZoom } from '@dooryard/contract/properties/map'

/** Average areas of H3 cells in square kilometers, by resolution (h3geo.org, "Tables of Cell Statistics"). */
const cellAreas = [
  4_357_449, 609_788, 86_801, 12_393, 1_770, 252.9, 36.13, 5.161, 0.7373, 0.1053, 0.01505, 0.00215, 0.000307,
] as const

const maxCells = 2_000
const earthRadiusKm = 6_371
// Area of the fifty states: properties lie on land, so a world map has no more cells than that.
const landKm2 = 9_150_000
// A large window of 1,600 by 1,000 pixels in the south of the country, where a pixel covers most.
const windowKm2AtZoom0 = 1_600 * 1_000 * (156.543 * Math.cos((25 * Math.PI) / 180)) ** 2

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Bounds across the 180th meridian continue behind it. */
export const getWidth = ({ west, east }: Bounds) => (west <= east ? east - west : east - west + 360)

/** Follows from the zoom, so the grid stays while the map is moved; wider bounds get a coarser grid. */
export function chooseResolution(bounds: Bounds, zoom: number): number {
  const height = Math.sin(toRadians(bounds.north)) - Math.sin(toRadians(bounds.south))
  const area = earthRadiusKm ** 2 * toRadians(getWidth(bounds)) * height
  const maxArea = Math.min(landKm2, Math.max(area, windowKm2AtZoom0 / 4 ** zoom))
  const tooFine = cellAreas.findIndex((cell) => maxArea / cell > maxCells)
  return tooFine === -1 ? cellAreas.length - 1 : Math.max(tooFine - 1, 0)
}

const kmPerDegree = 111.2

/** Number of squares of a tenth of a cell's width per degree of latitude. */
export const getSquaresPerDegree = (resolution: number) => (10 * kmPerDegree) / Math.sqrt(cellAreas[resolution] ?? 1)

/** The maximum number of single points before cells are shown; more when zoomed in, where parcels can be told apart. */
export const getMaxPoints = (zoom: number) => (zoom >= parcelMapZoom ? 5_000 : 2_000)
