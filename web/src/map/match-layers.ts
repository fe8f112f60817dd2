import type { PropertyMap } from '@dooryard/contract/map'
import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, MapLibreMap } from 'maplibre-gl'
import { clustersOf } from './clusters.ts'
import type { Palette } from './palette.ts'
import { setFeatures } from './set-features.ts'
import { groupOf, signalGroups } from './signal-groups.ts'
import type { Canvas } from './use-map.ts'

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** The layers that can be pointed at. */
export const pointLayer = 'ours-points'
export const cellLayer = 'ours-cells'

const groupColor = (palette: Palette): ExpressionSpecification =>
  [
    'match',
    ['get', 'group'],
    ...signalGroups.flatMap(({ key }) => [key, palette[key as keyof Palette]]),
    palette.other,
  ] as unknown as ExpressionSpecification // one pair for each group, which the type wants spelt out

const layers = ({ palette, font }: Canvas): LayerSpecification[] => [
  {
    id: cellLayer,
    type: 'circle',
    source: 'ours-matches',
    filter: ['has', 'count'],
    paint: {
      'circle-color': palette.cluster,
      'circle-stroke-color': palette['cluster-line'],
      'circle-stroke-width': 1.5,
      'circle-radius': ['get', 'radius'],
    },
  },
  {
    id: 'ours-counts',
    type: 'symbol',
    source: 'ours-matches',
    filter: ['has', 'words'],
    layout: {
      'text-field': ['get', 'words'],
      'text-font': font,
      'text-size': 12,
      'text-allow-overlap': true,
      // The names of the base keep away from it.
      'text-padding': 10,
    },
    paint: { 'text-color': palette['on-cluster'] },
  },
  {
    id: 'ours-selected',
    type: 'circle',
    source: 'ours-selected',
    paint: {
      'circle-color': palette.ring,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 7, 13, 8.5, 17, 12],
    },
  },
  {
    id: pointLayer,
    type: 'circle',
    source: 'ours-matches',
    filter: ['has', 'group'],
    paint: {
      'circle-color': groupColor(palette),
      'circle-stroke-color': palette.land,
      'circle-stroke-width': 1.25,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 4, 13, 5, 17, 8],
    },
  },
  {
    id: 'ours-ring',
    type: 'circle',
    source: 'ours-active',
    paint: {
      'circle-opacity': 0,
      'circle-stroke-color': palette.ring,
      'circle-stroke-width': 2.5,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 7, 13, 9, 17, 12],
    },
  },
]

/** Puts the layers of what matches on a map, once. */
export function addMatchLayers(canvas: Canvas) {
  const { map } = canvas
  if (map.getSource('ours-matches')) return
  map.addSource('ours-matches', { type: 'geojson', data: empty })
  map.addSource('ours-selected', { type: 'geojson', data: empty })
  map.addSource('ours-active', { type: 'geojson', data: empty })
  for (const layer of layers(canvas)) map.addLayer(layer)
}

/** Gives them the colors of another theme. */
export function paintMatchLayers(canvas: Canvas) {
  for (const { id, paint } of layers(canvas))
    for (const [name, value] of Object.entries(paint ?? {}))
      canvas.map.setPaintProperty(id, name as 'circle-color', value)
}

function featuresOf(answer: PropertyMap, zoom: number): Feature[] {
  const at = ({ lat, lng }: { lat: number; lng: number }) => ({ type: 'Point' as const, coordinates: [lng, lat] })
  if ('points' in answer)
    return answer.points.map((point) => ({
      type: 'Feature',
      properties: { id: point.propertyId, group: groupOf(point.signals) },
      geometry: at(point),
    }))
  return clustersOf(answer.cells, zoom).map(({ lat, lng, count, words, radius }) => ({
    type: 'Feature',
    properties: { count, words, radius },
    geometry: at({ lat, lng }),
  }))
}

/** Shows an answer in place of the one before, for the zoom that the map is at. */
export function showMatches(map: MapLibreMap, answer: PropertyMap) {
  setFeatures(map, 'ours-matches', featuresOf(answer, map.getZoom()))
}

type At = { lat: number; lng: number }

const bare = ({ lat, lng }: At): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

/** Draws a ring around a point, or around none. */
export function showActive(map: MapLibreMap, point: At | undefined) {
  setFeatures(map, 'ours-active', point ? [bare(point)] : [])
}

/** Draws a rim around these points, and around no others. */
export function showSelected(map: MapLibreMap, points: readonly At[]) {
  setFeatures(map, 'ours-selected', points.map(bare))
}
