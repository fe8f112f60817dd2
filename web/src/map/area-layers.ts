import type { Feature } from 'geojson'
import type { LayerSpecification, MapLibreMap } from 'maplibre-gl'
import type { Area, AreaId } from './areas.ts'
import { setFeatures } from './set-features.ts'
import type { Canvas } from './use-map.ts'

export const areaLayer = 'ours-area-fill'

const layers = ({ palette }: Canvas): LayerSpecification[] => [
  { id: areaLayer, type: 'fill', source: 'ours-areas', paint: { 'fill-color': palette.area, 'fill-opacity': 0.07 } },
  {
    id: 'ours-area-line',
    type: 'line',
    source: 'ours-areas',
    paint: { 'line-color': palette.area, 'line-width': 2 },
  },
]

/** Puts the layers of areas on a map, once, below what matches. */
export function addAreaLayers(canvas: Canvas) {
  const { map } = canvas
  if (map.getSource('ours-areas')) return
  // Outlines have few corners, all of which are meant.
  map.addSource('ours-areas', { type: 'geojson', tolerance: 0, data: { type: 'FeatureCollection', features: [] } })
  const above = map.getLayer('ours-cells') ? 'ours-cells' : undefined
  for (const layer of layers(canvas)) map.addLayer(layer, above)
}

/** Gives them the colors of another theme. */
export function paintAreaLayers(canvas: Canvas) {
  for (const { id, paint } of layers(canvas))
    for (const [name, value] of Object.entries(paint ?? {}))
      canvas.map.setPaintProperty(id, name as 'fill-color', value)
}

/** Shows the outlines of areas, but for the one that is being edited. */
export function showAreas(map: MapLibreMap, areas: readonly Area[], edited?: AreaId) {
  const features = areas
    .filter(({ id }) => id !== edited)
    .map(
      ({ id, ring }): Feature => ({
        type: 'Feature',
        properties: { id },
        geometry: { type: 'Polygon', coordinates: [ring] },
      }),
    )
  setFeatures(map, 'ours-areas', features)
}
