import type { MapPoint, PropertyMap } from '@dooryard/contract/map'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useEffect } from 'react'
import { type AreaId, getAreas, type Location } from '../draw/areas.ts'
import type { Canvas } from '../view/use-map.ts'
import { putAreaLayers, showAreas } from './area-layers.ts'
import { toClusters } from './clusters.ts'
import { circleLayer, pointFeature, putLayers, setFeatures } from './layers.ts'
import type { Palette } from './palette.ts'
import { getSignalGroup, signalGroups } from './signal-groups.ts'

/** The layers that can be pointed at. */
export const pointLayer = 'ours-points'
export const cellLayer = 'ours-cells'

const groupColor = (palette: Palette): ExpressionSpecification =>
  [
    'match',
    ['get', 'group'],
    ...signalGroups.flatMap(({ key }) => [key, palette[key]]),
    palette.other,
  ] as unknown as ExpressionSpecification // one pair for each group, which the type wants spelt out

const byZoom = (far: number, near: number, close: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...[8, far],
  ...[13, near],
  ...[17, close],
]

function putMatchLayers({ map, palette, font }: Canvas) {
  putLayers(map, [
    circleLayer(cellLayer, 'ours-matches', ['has', 'count'], {
      'circle-color': palette.cluster,
      'circle-stroke-color': palette.clusterLine,
      'circle-stroke-width': 1.5,
      'circle-radius': ['get', 'radius'],
    }),
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
      paint: { 'text-color': '#ffffff' },
    },
    circleLayer('ours-selected', 'ours-selected', true, {
      'circle-color': palette.ring,
      'circle-radius': byZoom(7, 8.5, 12),
    }),
    circleLayer(pointLayer, 'ours-matches', ['has', 'group'], {
      'circle-color': groupColor(palette),
      'circle-stroke-color': palette.land,
      'circle-stroke-width': 1.25,
      'circle-radius': byZoom(4, 5, 8),
    }),
    circleLayer('ours-ring', 'ours-active', true, {
      'circle-opacity': 0,
      'circle-stroke-color': palette.ring,
      'circle-stroke-width': 2.5,
      'circle-radius': byZoom(7, 9, 12),
    }),
  ])
}

function toFeatures(answer: PropertyMap, zoom: number): Feature[] {
  if ('points' in answer)
    return answer.points.map((point) =>
      pointFeature(point, { id: point.propertyId, group: getSignalGroup(point.signals) }),
    )
  return toClusters(answer.cells, zoom).map(({ count, words, radius, ...at }) =>
    pointFeature(at, { count, words, radius }),
  )
}

type Shown = {
  answer: PropertyMap | undefined
  points: readonly MapPoint[]
  selected: ReadonlySet<string> | undefined
  active: string | undefined
  location: Location | undefined
  /** The area that is being edited, which is drawn by the tool. */
  edited: AreaId | undefined
}

export function useMatchLayers(canvas: Canvas | undefined, shown: Shown) {
  const { answer, points, selected, active, location, edited } = shown
  useEffect(() => {
    if (!canvas) return
    putAreaLayers(canvas)
    putMatchLayers(canvas)
  }, [canvas])
  useEffect(() => {
    // The circles leave each other room at the zoom that the map is at.
    if (canvas && answer) setFeatures(canvas.map, 'ours-matches', toFeatures(answer, canvas.map.getZoom()))
  }, [canvas, answer])
  useEffect(() => {
    if (canvas) showAreas(canvas.map, getAreas(location), edited)
  }, [canvas, location, edited])
  useEffect(() => {
    if (!canvas) return
    const featuresOf = (isShown: (id: string) => boolean | undefined) =>
      points.filter(({ propertyId }) => isShown(propertyId)).map((point) => pointFeature(point))
    setFeatures(
      canvas.map,
      'ours-selected',
      featuresOf((id) => selected?.has(id)),
    )
    setFeatures(
      canvas.map,
      'ours-active',
      featuresOf((id) => id === active),
    )
  }, [canvas, points, selected, active])
}
