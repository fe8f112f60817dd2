import type { MapLibreMap } from 'maplibre-gl'
import type { PlacesMapProps } from '../map-props.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { addLayers, circleLayer, pointFeature, setFeatures } from './layers.ts'

export const placeLayer = 'ours-places'
const source = 'ours-places'

export function addPlaceLayers({ map, palette }: MapCanvas) {
  addLayers(map, [
    circleLayer('ours-center', source, ['==', ['get', 'kind'], 'center'], {
      'circle-color': palette.land,
      'circle-radius': 6,
      'circle-stroke-color': palette.area,
      'circle-stroke-width': 3,
    }),
    {
      ...circleLayer(placeLayer, source, ['!=', ['get', 'kind'], 'center'], {
        'circle-color': ['match', ['get', 'kind'], 'plain', palette.other, palette.cluster],
        'circle-radius': ['match', ['get', 'kind'], 'active', 9, 'accent', 7, 5],
        'circle-stroke-color': ['match', ['get', 'kind'], 'active', palette.ring, palette.land],
        'circle-stroke-width': ['match', ['get', 'kind'], 'active', 2.5, 1.5],
      }),
      layout: { 'circle-sort-key': ['match', ['get', 'kind'], 'active', 2, 'accent', 1, 0] },
    },
  ])
}

type PlaceLayerState = Pick<PlacesMapProps, 'points' | 'center' | 'active'>

/** Shows places and their center, the active place larger. */
export function showPlaces(map: MapLibreMap, { points, center, active }: PlaceLayerState) {
  const places = points.map((point) =>
    pointFeature(point, { id: point.id, kind: point.id === active ? 'active' : (point.tone ?? 'accent') }),
  )
  setFeatures(map, source, center ? [...places, pointFeature(center, { kind: 'center' })] : places)
}
