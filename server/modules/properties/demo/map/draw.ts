import type { MapFeature, MapLayer } from '../../places/base-map/write/map-feature.ts'
import type { CountyPlan } from '../layout/county-plan.ts'
import { createNumbers, divideLine, type Point } from '../layout/geometry.ts'

type Look = Omit<MapFeature, 'layer' | 'geometry'>

const toLngLat = ({ projection }: CountyPlan, point: Point): [number, number] => {
  const { lat, lng } = projection.toPosition(projection.toGround(point))
  return [lng, lat]
}

/** A line of the plan, bent as the ground is. */
export function drawLine(plan: CountyPlan, layer: MapLayer, path: readonly Point[], look: Look): MapFeature {
  const coordinates = divideLine(path, 60).map((point) => toLngLat(plan, point))
  return { ...look, layer, geometry: { type: 'LineString', coordinates } }
}

export function drawArea(plan: CountyPlan, layer: MapLayer, ring: readonly Point[], look: Look): MapFeature {
  const closed = [...ring, ...ring.slice(0, 1)]
  const coordinates = divideLine(closed, 60).map((point) => toLngLat(plan, point))
  return { ...look, layer, geometry: { type: 'Polygon', coordinates: [coordinates] } }
}

export const drawPoint = (plan: CountyPlan, layer: MapLayer, point: Point, look: Look): MapFeature => ({
  ...{ ...look, layer },
  geometry: { type: 'Point', coordinates: toLngLat(plan, point) },
})

/** A shape without corners, such as that of a pond or a wood. */
export function drawBlob([x, y]: Point, radius: number, seed: number): Point[] {
  const numbers = createNumbers(seed)
  const waves = [2, 3, 4, 5].map((times) => ({
    times,
    height: (numbers() * 0.34) / times ** 0.5,
    phase: numbers() * 6.28,
  }))
  const steps = Math.round(Math.min(64, 18 + radius / 40))
  return Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * Math.PI * 2
    const reach = waves.reduce((sum, { times, height, phase }) => sum + height * Math.sin(times * angle + phase), 1)
    return [x + radius * 1.2 * reach * Math.cos(angle), y + radius * 0.9 * reach * Math.sin(angle)]
  })
}

/** Names are upper case on rolls, and in title case on maps. */
export const toMapName = (name: string): string =>
  name.toLowerCase().replace(/(^|\s)\w/g, (letter) => letter.toUpperCase())
