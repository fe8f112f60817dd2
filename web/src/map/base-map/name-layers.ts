import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Palette } from '../layers/palette.ts'
import { streets } from './land-layers.ts'
import { shieldIcon } from './shields.ts'

/** Drawn by the browser from the page's own font files, the second in a heavier weight. */
const mapFont = ['Inter Variable', 'sans-serif']
const strongFont = ['Map Semibold', 'sans-serif']

const name: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']]
const hasName: ExpressionSpecification = ['any', ['has', 'name'], ['has', 'name:en']]
const kindIn = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]

const halo = (color: string, around: string) =>
  ({ 'text-color': color, 'text-halo-color': around, 'text-halo-width': 1.5 }) as const

const alongLine = {
  'text-field': name,
  'text-font': mapFont,
  'symbol-placement': 'line',
  'text-padding': 4,
  'text-max-angle': 35,
} as const

/** The names of roads along them: of main roads first. */
const roadNames = ({ base, land }: Palette): LayerSpecification[] => [
  {
    ...{ id: 'minor-road-name', type: 'symbol', source: streets, 'source-layer': 'roads', minzoom: 15 },
    filter: ['all', hasName, kindIn('minor_road', 'path', 'other')],
    layout: { ...alongLine, 'text-size': ['interpolate', ['linear'], ['zoom'], 15, 10.5, 18, 13] },
    paint: halo(base.street, land),
  },
  {
    ...{ id: 'major-road-name', type: 'symbol', source: streets, 'source-layer': 'roads', minzoom: 13 },
    filter: ['all', hasName, kindIn('major_road', 'highway')],
    layout: { ...alongLine, 'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10.5, 18, 14] },
    paint: halo(base.street, land),
  },
]

const shieldText: ExpressionSpecification = ['coalesce', ['get', 'shield_text'], ['get', 'ref'], '']

const shields = ({ base }: Palette): LayerSpecification => ({
  ...{ id: 'shield', type: 'symbol', source: streets, 'source-layer': 'roads', minzoom: 7 },
  filter: [
    'all',
    kindIn('highway', 'major_road'),
    ['>', ['length', shieldText], 0],
    ['<=', ['length', shieldText], 4],
    ['!', ['==', ['get', 'is_link'], true]],
  ],
  layout: {
    'symbol-placement': ['step', ['zoom'], 'point', 7, 'line'],
    'symbol-spacing': 360,
    'symbol-sort-key': ['match', ['get', 'kind'], 'highway', 0, 1],
    'text-field': shieldText,
    'text-font': strongFont,
    'text-size': 10,
    'text-padding': 20,
    'icon-image': shieldIcon,
    'icon-text-fit': 'both',
    'icon-text-fit-padding': [2, 4, 2, 4],
    'icon-rotation-alignment': 'viewport',
    'text-rotation-alignment': 'viewport',
  },
  paint: {
    'text-color': ['match', ['get', 'network'], 'US:I', base.interstateText, base.street],
  },
})

const isArea: ExpressionSpecification = ['!=', ['geometry-type'], 'LineString']
/** What tiles say of a name's importance: the zoom from which it is worth its space. */
const isDue: ExpressionSpecification = ['>=', ['zoom'], ['coalesce', ['get', 'min_zoom'], 0]]

const natureNames = ({ base, land, water }: Palette): LayerSpecification[] => [
  {
    ...{ id: 'park-name', type: 'symbol', source: streets, 'source-layer': 'pois', minzoom: 13 },
    filter: [
      'all',
      hasName,
      isDue,
      kindIn(
        ...['park', 'forest', 'wood', 'nature_reserve', 'national_park', 'golf_course', 'cemetery', 'zoo', 'garden'],
        ...['school', 'university', 'college', 'hospital', 'aerodrome', 'stadium', 'recreation_ground', 'station'],
      ),
    ],
    layout: { 'text-field': name, 'text-font': mapFont, 'text-size': 11, 'text-max-width': 8, 'text-padding': 10 },
    paint: {
      ...halo(base.parkName, land),
      'text-color': [
        'match',
        ['get', 'kind'],
        ['school', 'university', 'college', 'hospital', 'aerodrome', 'stadium', 'station'],
        base.street,
        base.parkName,
      ],
    },
  },
  {
    ...{ id: 'stream-name', type: 'symbol', source: streets, 'source-layer': 'water', minzoom: 12 },
    filter: ['all', hasName, ['==', ['geometry-type'], 'LineString']],
    layout: { ...alongLine, 'text-size': 11, 'text-letter-spacing': 0.06 },
    paint: halo(base.waterName, water),
  },
  {
    ...{ id: 'water-name', type: 'symbol', source: streets, 'source-layer': 'water', minzoom: 6 },
    filter: ['all', hasName, isArea, isDue],
    layout: { 'text-field': name, 'text-font': mapFont, 'text-size': 11, 'text-max-width': 7, 'text-padding': 10 },
    paint: halo(base.waterName, water),
  },
]

/** Between 0 for a hamlet and 1 for the largest cities. */
const size: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['coalesce', ['get', 'population_rank'], ['match', ['get', 'kind_detail'], 'city', 9, 'town', 6, 'village', 4, 2]],
  ...[2, 0, 13, 1],
] as ExpressionSpecification

const placeNames = ({ base, land }: Palette): LayerSpecification[] => [
  {
    ...{ id: 'neighborhood-name', type: 'symbol', source: streets, 'source-layer': 'places', minzoom: 12, maxzoom: 17 },
    filter: ['all', hasName, kindIn('neighbourhood', 'macrohood', 'suburb', 'quarter')],
    layout: {
      ...{ 'text-field': name, 'text-font': strongFont, 'text-size': 11, 'text-max-width': 8, 'text-padding': 12 },
      ...{ 'text-letter-spacing': 0.08, 'text-transform': 'uppercase' },
    },
    paint: halo(base.street, land),
  },
  {
    ...{ id: 'place-name', type: 'symbol', source: streets, 'source-layer': 'places', minzoom: 4, maxzoom: 16 },
    filter: ['all', hasName, kindIn('locality')],
    layout: {
      'text-field': name,
      'text-font': strongFont,
      'text-size': [
        ...['interpolate', ['linear'], ['zoom']],
        ...[4, ['+', 9.5, ['*', 3, size]]],
        ...[10, ['+', 11, ['*', 7, size]]],
        ...[15, ['+', 14, ['*', 8, size]]],
      ] as unknown as ExpressionSpecification,
      'text-max-width': 8,
      'text-padding': 4,
      // Beside its place where a cluster stands there.
      'text-variable-anchor': ['center', 'bottom', 'top', 'left', 'right'],
      'text-radial-offset': 1.7,
      'symbol-sort-key': ['-', 20, ['coalesce', ['get', 'population_rank'], ['*', 10, size]]],
    },
    paint: halo(base.place, land),
  },
]

/** From the names that give way to those that stay: the last layer is placed first. */
export const nameLayers = (palette: Palette): LayerSpecification[] => [
  ...natureNames(palette),
  ...roadNames(palette),
  shields(palette),
  ...placeNames(palette),
]
