import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { Palette } from '../layers/palette.ts'

/** The source of all layers of the base map: tiles in the schema of Protomaps basemaps, version 4. */
export const streets = 'streets'

const landKinds: readonly (readonly [color: keyof Palette['base'], kinds: readonly string[]])[] = [
  ['wood', ['forest', 'wood', 'national_park', 'nature_reserve', 'protected_area', 'wetland', 'scrub']],
  ['park', ['park', 'golf_course', 'zoo', 'village_green', 'recreation_ground', 'garden', 'dog_park', 'playground']],
  ['grass', ['cemetery', 'grassland', 'grass', 'meadow', 'pitch', 'farmland', 'orchard', 'allotments', 'stadium']],
  ['campus', ['school', 'university', 'college', 'kindergarten']],
  ['hospital', ['hospital']],
  ['works', ['industrial', 'railway', 'aerodrome', 'airfield', 'military', 'naval_base', 'commercial', 'runway']],
  ['sand', ['sand', 'beach', 'bare_rock']],
]
const drawnKinds = landKinds.flatMap(([, kinds]) => kinds)

const buildLandColor = (base: Palette['base']) =>
  [
    'match',
    ['get', 'kind'],
    ...landKinds.flatMap(([color, kinds]) => [[...kinds], base[color]]),
    base.grass,
    // A list that is put together has no type that says so.
  ] as unknown as ExpressionSpecification

const isPolygon: FilterSpecification = ['==', ['geometry-type'], 'Polygon']
const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString']

const layer = { source: streets }

/** Land, its use, and water. */
export const landLayers = ({ land, water, base }: Palette): LayerSpecification[] => [
  { id: 'earth', type: 'fill', ...layer, 'source-layer': 'earth', filter: isPolygon, paint: { 'fill-color': land } },
  {
    ...{ id: 'land-use', type: 'fill', ...layer, 'source-layer': 'landuse' },
    filter: ['in', ['get', 'kind'], ['literal', drawnKinds]],
    paint: {
      'fill-color': buildLandColor(base),
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0.4, 11, 1],
    },
  },
  {
    ...{ id: 'water-area', type: 'fill', ...layer, 'source-layer': 'water' },
    filter: isPolygon,
    paint: { 'fill-color': water },
  },
  {
    ...{ id: 'water-line', type: 'line', ...layer, 'source-layer': 'water', minzoom: 9 },
    filter: isLine,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': water,
      'line-width': [
        ...(['interpolate', ['exponential', 1.5], ['zoom']] as const),
        ...[9, ['match', ['get', 'kind'], 'river', 1.2, 0.3]],
        ...[14, ['match', ['get', 'kind'], 'river', 3.5, 1.2]],
        ...[18, ['match', ['get', 'kind'], 'river', 12, 4]],
      ] as unknown as ExpressionSpecification,
    },
  },
]

/** Buildings, once houses are told apart. */
export const buildingLayers = ({ base }: Palette): LayerSpecification[] => [
  {
    ...{ id: 'building', type: 'fill', ...layer, 'source-layer': 'buildings', minzoom: 15 },
    filter: isPolygon,
    paint: {
      'fill-color': base.building,
      'fill-outline-color': base.buildingLine,
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 15, 0, 15.5, 1],
    },
  },
]

/** The borders of states, counties and towns. */
export const borderLayers = ({ base }: Palette): LayerSpecification[] => [
  {
    ...{ id: 'border', type: 'line', ...layer, 'source-layer': 'boundaries' },
    filter: ['!', ['in', ['get', 'kind'], ['literal', ['country', 'region']]]],
    minzoom: 7,
    paint: {
      'line-color': base.border,
      'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.5, 14, 1],
      'line-dasharray': [3, 2],
    },
  },
  {
    ...{ id: 'state-border', type: 'line', ...layer, 'source-layer': 'boundaries' },
    filter: ['in', ['get', 'kind'], ['literal', ['country', 'region']]],
    paint: {
      'line-color': base.border,
      'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 10, 1.75],
    },
  },
]
