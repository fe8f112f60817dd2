import type { MapFeature } from '../../places/base-map/write/map-feature.ts'
import { demo } from '../../sources/demo.ts'
import { readDemoCounties } from '../counties.ts'
import { createDemoPlans, generateDemo } from '../generate.ts'
import { drawLand } from './land.ts'
import { drawRoads } from './roads.ts'

/** The base map of the demo: the streets that its properties stand on, their buildings, and the land around. */
export function* drawDemo(rows = demo.rows): Generator<MapFeature> {
  const plans = createDemoPlans(rows)
  // Buildings first: the towns grow with their properties.
  const drawn = new Set<string>()
  for (const { place, facts } of generateDemo(rows, demo.seed, plans)) {
    const [first] = place.building
    if (!first) continue
    // Units of a building share it.
    const key = `${first.lat}:${first.lng}`
    if (facts.situsUnit && drawn.has(key)) continue
    if (facts.situsUnit) drawn.add(key)
    const ring = [...place.building, first].map(({ lat, lng }) => [lng, lat])
    const height = Math.ceil((facts.stories ?? 1) * 3.2)
    const properties = { kind: 'building', height, addr_housenumber: String(place.number) }
    yield { layer: 'buildings', geometry: { type: 'Polygon', coordinates: [ring] }, properties, minZoom: 15 }
  }
  for (const [at, county] of readDemoCounties().entries()) {
    const plan = plans.all()[at]
    if (!plan) continue
    yield* drawLand(plan, county)
    yield* drawRoads(plan, at)
  }
}
