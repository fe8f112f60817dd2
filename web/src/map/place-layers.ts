import type { Feature } from 'geojson'
import type { LayerSpecification, MapLibreMap } from 'maplibre-gl'
import type { PlacesMapProps } from './map-props.ts'
import { setFeatures } from './set-features.ts'
import type { Canvas } from './use-map.ts'

export const placeLayer = 'ours-places'

const layers = ({ palette }: Canvas): LayerSpecification[] => [
  {
    id: 'ours-center',
    type: 'circle',
    source: 'ours-places',
    filter: ['==', ['get', 'kind'], 'center'],
    paint: {
      'circle-color': palette.land,
      'circle-radius': 6,
      'circle-stroke-color': palette.area,
      'circle-stroke-width': 3,
    },
  },
  {
    id: placeLayer,
    type: 'circle',
    source: 'ours-places',
    filter: ['!=', ['get', 'kind'], 'center'],
    layout: { 'circle-sort-key': ['match', ['get', 'kind'], 'active', 2, 'accent', 1, 0] },
    paint: {
      'circle-color': ['match', ['get', 'kind'], 'plain', palette.other, palette.cluster],
      'circle-radius': ['match', ['get', 'kind'], 'active', 9, 'accent', 7, 5],
      'circle-stroke-color': ['match', ['get', 'kind'], 'active', palette.ring, palette.land],
      'circle-stroke-width': ['match', ['get', 'kind'], 'active', 2.5, 1.5],
    },
  },
]

/** Puts the layers of places on a map, once. */
export function addPlaceLayers(canvas: Canvas) {
  if (canvas.map.getSource('ours-places')) return
  canvas.map.addSource('ours-places', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const layer of layers(canvas)) canvas.map.addLayer(layer)
}

/** Gives them the colors of another theme. */
export function paintPlaceLayers(canvas: Canvas) {
  for (const { id, paint } of layers(canvas))
    for (const [name, value] of Object.entries(paint ?? {}))
      canvas.map.setPaintProperty(id, name as 'circle-color', value)
}

/** Shows places and the middle of it all, the one that is pointed at larger. */
export function showPlaces(
  map: MapLibreMap,
  points: PlacesMapProps['points'],
  center: PlacesMapProps['center'],
  active: string | undefined,
) {
  const at = ({ lat, lng }: { lat: number; lng: number }) => ({ type: 'Point' as const, coordinates: [lng, lat] })
  const features = points.map(
    (point): Feature => ({
      type: 'Feature',
      properties: { id: point.id, kind: point.id === active ? 'active' : (point.tone ?? 'accent') },
      geometry: at(point),
    }),
  )
  if (center) features.push({ type: 'Feature', properties: { kind: 'center' }, geometry: at(center) })
  setFeatures(map, 'ours-places', features)
}
