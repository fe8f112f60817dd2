import type { MapPoint } from '@dooryard/contract/properties/map'
import { parcelZooms } from '@dooryard/contract/properties/map-parcels'
import type { ExpressionSpecification, LayerSpecification, MapGeoJSONFeature, MapLibreMap } from 'maplibre-gl'
import { addLayers } from '../layers/layers.ts'
import type { Palette } from '../layers/palette.ts'
import { type SignalGroup, signalGroups } from '../layers/signal-groups.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { parcelSource } from './parcel-tiles.ts'

export const parcelLayer = 'ours-parcel-fill'
export const parcelSourceId = 'ours-parcels'

/** What the map shows of a parcel besides its outline: `group` colors a match. */
type ParcelState = { group?: SignalGroup; isSelected?: boolean; isActive?: boolean }

const state = (key: keyof ParcelState): ExpressionSpecification => ['feature-state', key]
const isSet = (key: keyof ParcelState): ExpressionSpecification => ['boolean', state(key), false]

const byZoom = (...stops: (number | ExpressionSpecification)[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification // pairs of zoom and value

const fillColor = (palette: Palette): ExpressionSpecification =>
  [
    'match',
    ['to-string', state('group')],
    ...signalGroups.flatMap(({ key }) => [key, palette[key]]),
    palette.other,
  ] as unknown as ExpressionSpecification // one pair per group, which the type wants spelled out

const fillOpacity = (match: number, selected: number): ExpressionSpecification => [
  'case',
  isSet('isSelected'),
  selected,
  ['==', ['typeof', state('group')], 'string'],
  match,
  0,
]

const isMarked: ExpressionSpecification = ['any', isSet('isActive'), isSet('isSelected')]

function buildLayers(palette: Palette, font: string[]): (LayerSpecification & { source: string })[] {
  const shared = { source: parcelSourceId, 'source-layer': 'parcels', minzoom: parcelZooms.first }
  return [
    {
      ...shared,
      id: parcelLayer,
      type: 'fill',
      paint: {
        'fill-color': fillColor(palette),
        'fill-antialias': false,
        'fill-opacity': byZoom(...[14, fillOpacity(0.8, 0.95)], ...[16, fillOpacity(0.5, 0.75)]),
      },
    },
    {
      ...shared,
      id: 'ours-parcel-line',
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.parcelLine,
        'line-width': byZoom(14, 0.5, 17, 1, 19, 1.5),
        'line-opacity': byZoom(14, 0.35, 15.5, 1),
      },
    },
    {
      ...shared,
      id: 'ours-parcel-marked',
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.ring,
        'line-width': ['case', isSet('isActive'), 3, 2],
        'line-opacity': ['case', isMarked, 1, 0],
      },
    },
    {
      id: 'ours-parcel-number',
      type: 'symbol',
      source: parcelSourceId,
      'source-layer': 'numbers',
      minzoom: 17,
      layout: { 'text-field': ['get', 'number'], 'text-font': font, 'text-size': 11, 'text-padding': 3 },
      paint: { 'text-color': palette.houseNumber, 'text-halo-color': palette.land, 'text-halo-width': 1.25 },
    },
  ]
}

const shapeLayerIds = [parcelLayer, 'ours-parcel-line', 'ours-parcel-marked'] as const
const layerIds = [...shapeLayerIds, 'ours-parcel-number'] as const

/** Adds the outlines of all parcels below the names of the base map, or repaints them. */
export function addParcelLayers({ map, palette, font }: MapCanvas) {
  const firstName = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id
  const isNew = map.getSource(parcelSourceId) === undefined
  if (isNew) map.addSource(parcelSourceId, parcelSource)
  addLayers(map, buildLayers(palette, font))
  if (isNew && firstName !== undefined) for (const id of shapeLayerIds) map.moveLayer(id, firstName)
}

export function setParcelsVisible(map: MapLibreMap, isVisible: boolean) {
  for (const id of layerIds)
    if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', isVisible ? 'visible' : 'none')
}

/** Sets the states of parcels to `next`, and only those that differ from `before`. */
export function updateParcelStates(
  map: MapLibreMap,
  before: ReadonlyMap<string, ParcelState>,
  next: ReadonlyMap<string, ParcelState>,
) {
  const at = (id: string) => ({ source: parcelSourceId, sourceLayer: 'parcels', id })
  for (const id of before.keys()) if (!next.has(id)) map.removeFeatureState(at(id))
  for (const [id, { group, isSelected = false, isActive = false }] of next) {
    const old = before.get(id)
    if (old?.group === group && old?.isSelected === isSelected && old?.isActive === isActive) continue
    map.setFeatureState(at(id), { group: group ?? null, isSelected, isActive })
  }
}

/** A parcel of the map as a point of it; where it is no match its signals are unknown. */
export function toParcelPoint({ properties }: MapGeoJSONFeature, at: { lat: number; lng: number }): MapPoint {
  const text = (name: string) => (typeof properties[name] === 'string' ? properties[name] : null)
  const { id, estimatedValue } = properties
  return {
    propertyId: String(id),
    ...{ lat: at.lat, lng: at.lng, address: text('address'), unit: text('unit'), city: text('city') },
    ...{ state: text('state') ?? '', zip: text('zip'), signals: [] },
    estimatedValue: typeof estimatedValue === 'number' ? estimatedValue : null,
  }
}
