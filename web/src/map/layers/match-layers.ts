import type { MapPoint, PropertyMap } from '@dooryard/contract/properties/map'
import { parcelZooms } from '@dooryard/contract/properties/map-parcels'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useEffect } from 'react'
import { type AreaId, getAreas, type Location } from '../draw/areas.ts'
import type { PropertyMapProps } from '../map-props.ts'
import type { IsOutlined } from '../parcels/use-parcels.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { addAreaLayers, showAreas } from './area-layers.ts'
import { toClusters } from './clusters.ts'
import { addLayers, circleLayer, pointFeature, setFeatures } from './layers.ts'
import type { Palette } from './palette.ts'
import { getSignalGroup, signalGroups } from './signal-groups.ts'

/** The layers that react to the pointer. */
export const pointLayer = 'ours-points'
export const cellLayer = 'ours-cells'

const groupColor = (palette: Palette): ExpressionSpecification =>
  [
    'match',
    ['get', 'group'],
    ...signalGroups.flatMap(({ key }) => [key, palette[key]]),
    palette.other,
  ] as unknown as ExpressionSpecification // one pair per group, which the type wants spelled out

const interpolateByZoom = (far: number, near: number, close: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...[8, far],
  ...[13, near],
  ...[17, close],
]

/** The fill of its parcel shows a match from the zoom of parcels on. */
const unlessOutlined: ExpressionSpecification = [
  'step',
  ['zoom'],
  1,
  parcelZooms.first,
  ['case', ['boolean', ['get', 'isOutlined'], false], 0, 1],
]

function addMatchLayers({ map, palette, font }: MapCanvas) {
  addLayers(map, [
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
        // Keeps the labels of the base map away.
        'text-padding': 10,
      },
      paint: { 'text-color': '#ffffff' },
    },
    circleLayer('ours-selected', 'ours-selected', true, {
      'circle-color': palette.ring,
      'circle-radius': interpolateByZoom(7, 8.5, 12),
    }),
    circleLayer(pointLayer, 'ours-matches', ['has', 'group'], {
      'circle-color': groupColor(palette),
      'circle-stroke-color': palette.land,
      'circle-stroke-width': 1.25,
      'circle-radius': interpolateByZoom(4, 5, 8),
      'circle-opacity': unlessOutlined,
      'circle-stroke-opacity': unlessOutlined,
    }),
    circleLayer('ours-ring', 'ours-active', true, {
      'circle-opacity': 0,
      'circle-stroke-color': palette.ring,
      'circle-stroke-width': 2.5,
      'circle-radius': interpolateByZoom(7, 9, 12),
    }),
  ])
}

function toFeatures(answer: PropertyMap, zoom: number, isOutlined: IsOutlined): Feature[] {
  if ('points' in answer)
    return answer.points.map((point) =>
      pointFeature(point, {
        id: point.propertyId,
        group: getSignalGroup(point.signals),
        isOutlined: isOutlined(point),
      }),
    )
  return toClusters(answer.cells, zoom).map(({ count, words, radius, ...at }) =>
    pointFeature(at, { count, words, radius }),
  )
}

type MatchLayerState = {
  answer: PropertyMap | undefined
  points: readonly MapPoint[]
  selected: PropertyMapProps['selected']
  active: string | undefined
  /** Whether the outline of its parcel shows a match. */
  isOutlined: IsOutlined
  isVisible: boolean
  location: Location | undefined
  /** The area being edited, which the drawing tool shows. */
  edited: AreaId | undefined
}

const matchLayers = [cellLayer, 'ours-counts', pointLayer]

export function useMatchLayers(canvas: MapCanvas | undefined, shown: MatchLayerState) {
  const { answer, points, selected, active, isOutlined, isVisible, location, edited } = shown
  useEffect(() => {
    if (!canvas) return
    addAreaLayers(canvas)
    addMatchLayers(canvas)
  }, [canvas])
  useEffect(() => {
    for (const id of matchLayers) canvas?.map.setLayoutProperty(id, 'visibility', isVisible ? 'visible' : 'none')
  }, [canvas, isVisible])
  useEffect(() => {
    // The circles do not overlap at the current zoom.
    if (canvas && answer) setFeatures(canvas.map, 'ours-matches', toFeatures(answer, canvas.map.getZoom(), isOutlined))
  }, [canvas, answer, isOutlined])
  useEffect(() => {
    if (canvas) showAreas(canvas.map, getAreas(location), edited)
  }, [canvas, location, edited])
  useEffect(() => {
    if (!canvas) return
    const listFeatures = (isShown: (id: string) => boolean | undefined) =>
      points.filter((point) => isShown(point.propertyId) && !isOutlined(point)).map((point) => pointFeature(point))
    setFeatures(
      canvas.map,
      'ours-selected',
      listFeatures((id) => selected?.has(id)),
    )
    setFeatures(
      canvas.map,
      'ours-active',
      listFeatures((id) => id === active),
    )
  }, [canvas, points, selected, active, isOutlined])
}
