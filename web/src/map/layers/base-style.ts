import type {
  GeoJSONSource,
  LayerSpecification,
  MapLibreMap,
  StyleSpecification,
  SymbolLayerSpecification,
  VectorTileSource,
} from 'maplibre-gl'
import { logError } from '../../lib/api/errors.ts'
import { type BaseMap, streetLayers, streetNames, streetSource } from '../base-map/base-map.ts'
import { paintShields } from '../base-map/shields.ts'
import { noFeatures, paintLayers } from './layers.ts'
import type { Palette } from './palette.ts'
import { loadShapes } from './shapes.ts'
import type { ShapeKind } from './shapes.worker.ts'

/** Drawn by the browser in the page's font; a third-party style has its own fonts. */
export const ownFont = ['Inter Variable', 'sans-serif']

/** The zoom from which counties are distinguishable. */
const countyZoom = 4.5

type Size = NonNullable<SymbolLayerSpecification['layout']>['text-size']

const nameLayout = (size: Size, padding: number): SymbolLayerSpecification['layout'] => ({
  'text-field': ['get', 'name'],
  'text-font': ownFont,
  'text-size': size,
  'text-padding': padding,
  'symbol-sort-key': ['get', 'rank'],
})

/** The states and counties, and the streets over them where there are any. */
function baseLayers(palette: Palette, hasStreets: boolean): LayerSpecification[] {
  const [shapes, names] = [shapeLayers(palette), shapeNames(palette)]
  if (!hasStreets) return [...shapes, ...names]
  return [...shapes, ...streetLayers(palette), ...names, ...streetNames(palette)]
}

const namePaint = ({ label, land }: Palette) => ({
  'text-color': label,
  'text-halo-color': land,
  'text-halo-width': 1.25,
})

function shapeLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': palette.land, 'fill-antialias': false } },
    {
      id: 'state-line',
      type: 'line',
      source: 'states',
      paint: {
        'line-color': palette.stateLine,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 8, 1.5],
      },
    },
    {
      id: 'county-line',
      type: 'line',
      source: 'counties',
      minzoom: countyZoom,
      paint: {
        'line-color': palette.countyLine,
        'line-width': ['interpolate', ['linear'], ['zoom'], 4.5, 0.5, 9, 1],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 4.5, 0, 5.5, 1],
      },
    },
  ]
}

/** The names of states and counties, which give way to those of places. */
const shapeNames = (palette: Palette): LayerSpecification[] => [
  {
    id: 'county-name',
    type: 'symbol',
    source: 'counties-names',
    minzoom: 6.8,
    layout: nameLayout(['interpolate', ['linear'], ['zoom'], 7, 11, 10, 13], 8),
    paint: namePaint(palette),
  },
  {
    id: 'state-name',
    type: 'symbol',
    source: 'states-names',
    minzoom: 3,
    maxzoom: 7,
    layout: { ...nameLayout(['interpolate', ['linear'], ['zoom'], 3, 10, 6, 13], 6), 'text-max-width': 7 },
    paint: namePaint(palette),
  },
]

const shapes = { type: 'geojson', data: noFeatures, tolerance: 0.3, maxzoom: 9 } as const
const names = { type: 'geojson', data: noFeatures } as const

/**
 * The built-in base map: the states and counties of the Census, which `loadBase` loads, and the streets of the portal's
 * base map where it has one.
 */
export const baseStyle = (palette: Palette, streets: BaseMap | null): StyleSpecification => ({
  version: 8,
  sources: {
    ...{ states: shapes, counties: shapes, 'states-names': names, 'counties-names': names },
    ...(streets && { streets: streetSource(streets) }),
  },
  layers: baseLayers(palette, streets !== null),
})

/** Shows the streets that the portal has now on a built-in style without them, in the order of `baseLayers`. */
export function updateStreets(map: MapLibreMap, palette: Palette, streets: BaseMap) {
  const source = streetSource(streets)
  const shown = map.getSource<VectorTileSource>('streets')
  if (shown && source.url && shown.url !== source.url) shown.setUrl(source.url)
  if (shown || !map.getSource('counties-names')) return
  const layers = map.getStyle().layers
  const findAfter = (id: string) => layers[layers.findIndex((layer) => layer.id === id) + 1]?.id
  const [overLand, overNames] = [findAfter('county-line'), findAfter('state-name')]
  map.addSource('streets', source)
  for (const layer of streetLayers(palette)) map.addLayer(layer, overLand)
  for (const layer of streetNames(palette)) map.addLayer(layer, overNames)
  paintShields(map, palette)
}

export function paintBase(map: MapLibreMap, palette: Palette) {
  const hasStreets = map.getSource('streets') !== undefined
  if (hasStreets) paintShields(map, palette)
  paintLayers(map, baseLayers(palette, hasStreets))
}

/** Loads the states, and the counties once the zoom makes them distinguishable. Returns the clean-up. */
export function loadBase(map: MapLibreMap): () => void {
  let isOver = false
  const requested = new Set<ShapeKind>()
  const load = async (kind: ShapeKind) => {
    if (requested.has(kind)) return
    requested.add(kind)
    try {
      const loaded = await loadShapes(kind)
      if (isOver) return
      map.getSource<GeoJSONSource>(kind)?.setData(loaded.shapes)
      map.getSource<GeoJSONSource>(`${kind}-names`)?.setData(loaded.names)
    } catch (error) {
      // The map works without it; the next move tries again.
      requested.delete(kind)
      logError(error)
    }
  }
  const onMove = () => {
    void load('states')
    if (map.getZoom() >= countyZoom) void load('counties')
  }
  map.on('moveend', onMove)
  onMove()
  return () => {
    isOver = true
    map.off('moveend', onMove)
  }
}
