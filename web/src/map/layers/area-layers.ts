import type { Outline } from '@dooryard/contract/properties/properties'
import type { LayerSpecification, MapLibreMap } from 'maplibre-gl'
import type { Area, AreaId } from '../draw/areas.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { addLayers, setFeatures } from './layers.ts'

export const areaLayer = 'ours-area-fill'
const source = 'ours-areas'

/** Adds the outlines of the searched areas, or repaints them for another color scheme. */
export function addAreaLayers({ map, palette: { area } }: MapCanvas) {
  const layers: (LayerSpecification & { source: string })[] = [
    { id: areaLayer, type: 'fill', source, paint: { 'fill-color': area, 'fill-opacity': 0.07 } },
    { id: 'ours-area-line', type: 'line', source, paint: { 'line-color': area, 'line-width': 2 } },
  ]
  // Outlines have few corners, none of which may be simplified away.
  addLayers(map, layers, { tolerance: 0 })
}

/** Shows the outlines of the areas except the one being edited. */
export function showAreas(map: MapLibreMap, areas: readonly Area[], edited?: AreaId) {
  const shown = areas.filter(({ id }) => id !== edited)
  setFeatures(
    map,
    source,
    shown.map(({ id, ring }) => ({
      type: 'Feature',
      properties: { id },
      geometry: { type: 'Polygon', coordinates: [ring] },
    })),
  )
}

/** Shows the outline of a parcel in place of searched areas. */
export const showOutline = (map: MapLibreMap, { coordinates }: Outline) =>
  setFeatures(map, source, [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }])
