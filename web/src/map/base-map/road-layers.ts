import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { Palette } from '../layers/palette.ts'
import { streets } from './land-layers.ts'

/** The widths of highways, main, secondary, connecting, residential and service roads, in pixels by zoom. */
const widths: readonly (readonly [zoom: number, ...widths: number[]])[] = [
  [5, 0.7, 0.4, 0, 0, 0, 0],
  [8, 1.3, 0.9, 0.4, 0, 0, 0],
  [11, 2.6, 1.9, 1.3, 0.9, 0.3, 0],
  [13, 4.2, 3.4, 2.8, 2.2, 1.2, 0.5],
  [14, 5.6, 4.8, 4, 3.4, 2.3, 1],
  [15, 8, 7, 6, 5.2, 4.2, 1.8],
  [16, 12, 10.5, 9, 8, 7, 3.2],
  [18, 26, 24, 20, 18, 16, 8],
]

const detail = ['get', 'kind_detail'] as const
const kind = ['get', 'kind'] as const
const withLink = (name: string) => [name, `${name}_link`]

const isLink = ['any', ['==', ['get', 'is_link'], true], ['==', ['slice', ['coalesce', detail, ''], -5], '_link']]
const isService = ['in', ['coalesce', detail, ''], ['literal', ['service', 'driveway', 'alley', 'parking_aisle']]]

/** A value by the class of a road, the widest first. */
const byClass = ([highway, main, secondary, connecting, residential, service]: readonly number[]) =>
  [
    'case',
    ...[isLink, connecting],
    ...[['==', kind, 'highway'], highway],
    ...[['==', kind, 'major_road']],
    [
      'match',
      ['coalesce', detail, ''],
      ...[withLink('secondary'), secondary],
      ...[withLink('tertiary'), connecting],
      main,
    ],
    ...[isService, service],
    residential,
  ] as unknown

/** The width of a road; `casing` is added on each side, from nothing at zoom 8 to all at zoom 14. */
const buildWidth = (casing = 0) =>
  [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    ...widths.flatMap(([zoom, ...byWidth]) => {
      const added = 2 * casing * Math.min(1, Math.max(0.3, (zoom - 8) / 6))
      return [zoom, byClass(byWidth.map((width) => (width === 0 ? 0 : width + added)))]
    }),
    // A list that is put together has no type that says so.
  ] as unknown as ExpressionSpecification

const isRoad = ['in', kind, ['literal', ['highway', 'major_road', 'minor_road']]]
const isBridge = ['==', ['get', 'is_bridge'], true]
const isPath = ['in', kind, ['literal', ['path', 'other']]]

const sortKey: ExpressionSpecification = ['coalesce', ['get', 'sort_rank'], 0]

const roadLayer = {
  type: 'line',
  source: streets,
  'source-layer': 'roads',
  layout: { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': sortKey },
} as const

const filterRoads = (...conditions: unknown[]) => ['all', ...conditions] as FilterSpecification

/** A road is drawn as a wide line below a narrower one, so that crossings are open. */
function roadPair(id: string, filter: FilterSpecification, { base }: Palette): LayerSpecification[] {
  const color = (highway: string, other: string): ExpressionSpecification => [
    'match',
    ['get', 'kind'],
    'highway',
    highway,
    other,
  ]
  const faintTunnel: ExpressionSpecification = ['case', ['==', ['get', 'is_tunnel'], true], 0.45, 1]
  return [
    {
      ...{ ...roadLayer, id: `${id}-line`, filter },
      layout: { ...roadLayer.layout, 'line-cap': id === 'bridge' ? 'butt' : 'round' },
      paint: {
        'line-color': color(base.highwayLine, base.roadLine),
        'line-width': buildWidth(1),
        'line-opacity': faintTunnel,
      },
    },
    {
      ...{ ...roadLayer, id, filter },
      paint: { 'line-color': color(base.highway, base.road), 'line-width': buildWidth(), 'line-opacity': faintTunnel },
    },
  ]
}

/** Paths, roads by class, bridges above them, and rails. */
export const roadLayers = (palette: Palette): LayerSpecification[] => [
  {
    ...{ ...roadLayer, id: 'runway', filter: ['==', ['get', 'kind'], 'aeroway'], minzoom: 11 },
    layout: { 'line-cap': 'butt' },
    paint: {
      'line-color': palette.base.works,
      'line-width': ['interpolate', ['exponential', 2], ['zoom'], 11, 2, 16, 50],
    },
  },
  {
    ...{ ...roadLayer, id: 'path', filter: filterRoads(isPath), minzoom: 14 },
    layout: { 'line-cap': 'butt' },
    paint: {
      'line-color': palette.base.path,
      'line-width': ['interpolate', ['linear'], ['zoom'], 14, 0.7, 18, 2],
      'line-dasharray': [2, 1.5],
    },
  },
  ...roadPair('road', filterRoads(isRoad, ['!', isBridge]), palette),
  ...railLayers(palette),
  ...roadPair('bridge', filterRoads(isRoad, isBridge), palette),
]

const isRail: FilterSpecification = ['==', ['get', 'kind'], 'rail']

const railLayers = ({ base }: Palette): LayerSpecification[] =>
  // Rails are roads of their own kind; former editions of the schema have them in a layer of their own.
  (['roads', 'transit'] as const).flatMap((from): LayerSpecification[] => {
    const rail = {
      ...({ type: 'line', source: streets, 'source-layer': from, minzoom: 10 } as const),
      filter: isRail,
    }
    return [
      {
        ...{ ...rail, id: `rail-${from}` },
        paint: { 'line-color': base.rail, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.6, 16, 1.6] },
      },
      {
        ...{ ...rail, id: `rail-ties-${from}`, minzoom: 13 },
        paint: {
          'line-color': base.rail,
          'line-width': ['interpolate', ['linear'], ['zoom'], 13, 3, 18, 7],
          'line-dasharray': [0.2, 2.2],
        },
      },
    ]
  })
