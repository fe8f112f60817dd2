import type { LayerSpecification, MapLibreMap, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { logError } from '../lib/errors.ts'
import type { Palette } from './palette.ts'
import { shapesOf } from './shapes.ts'

/** Drawn by the browser from the font of the page; a style of somebody else's has letters of its own. */
export const ownFont = ['Inter Variable', 'sans-serif']

/** From here on counties can be told apart. */
const countyZoom = 4.5

/** A map without anything but water: the shapes come by themselves. */
export const emptyStyle = (palette: Palette): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [{ id: 'water', type: 'background', paint: { 'background-color': palette.water } }],
})

const label = (palette: Palette) => ({
  'text-color': palette.label,
  'text-halo-color': palette.halo,
  'text-halo-width': 1.25,
})

const named: SymbolLayerSpecification['layout'] = {
  'text-field': ['get', 'name'],
  'text-font': ownFont,
  'symbol-sort-key': ['get', 'rank'],
}

const stateLayers = (palette: Palette): LayerSpecification[] => [
  { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': palette.land, 'fill-antialias': false } },
  {
    id: 'state-line',
    type: 'line',
    source: 'states',
    paint: {
      'line-color': palette['state-line'],
      'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 8, 1.5],
    },
  },
  {
    id: 'state-name',
    type: 'symbol',
    source: 'state-names',
    minzoom: 3,
    maxzoom: 7,
    layout: {
      ...named,
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 6, 13],
      'text-max-width': 7,
      'text-padding': 6,
    },
    paint: label(palette),
  },
]

const countyLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'county-line',
    type: 'line',
    source: 'counties',
    minzoom: countyZoom,
    paint: {
      'line-color': palette['county-line'],
      'line-width': ['interpolate', ['linear'], ['zoom'], 4.5, 0.5, 9, 1],
      'line-opacity': ['interpolate', ['linear'], ['zoom'], 4.5, 0, 5.5, 1],
    },
  },
  {
    id: 'county-name',
    type: 'symbol',
    source: 'county-names',
    minzoom: 6.8,
    layout: { ...named, 'text-size': ['interpolate', ['linear'], ['zoom'], 7, 11, 10, 13], 'text-padding': 8 },
    paint: label(palette),
  },
]

type Kind = 'states' | 'counties'

async function addShapes(map: MapLibreMap, kind: Kind, isGone: () => boolean, palette: () => Palette) {
  const { shapes, names } = await shapesOf(kind)
  if (isGone() || map.getSource(kind)) return
  const nameSource = kind === 'states' ? 'state-names' : 'county-names'
  map.addSource(kind, { type: 'geojson', data: shapes, tolerance: 0.3, maxzoom: 9 })
  map.addSource(nameSource, { type: 'geojson', data: names })
  const layers = kind === 'states' ? stateLayers(palette()) : countyLayers(palette())
  // Below everything that shows what was searched, and the counties above the land, whichever came first.
  const above = map
    .getStyle()
    .layers.find(({ id }) => id.startsWith('ours-') || (kind === 'states' && isCounty(id)))?.id
  for (const layer of layers) map.addLayer(layer, above)
}

const isCounty = (id: string) => id.startsWith('county-')

/** Puts the states on a map, and the counties once somebody looks from near enough. Gives what ends it. */
export function drawShapes(map: MapLibreMap, palette: () => Palette): () => void {
  let isOver = false
  const asked = new Set<Kind>()
  const ask = (kind: Kind) => {
    if (asked.has(kind)) return
    asked.add(kind)
    addShapes(map, kind, () => isOver, palette).catch((error: unknown) => {
      // The map does without; the next move asks again.
      asked.delete(kind)
      logError(error)
    })
  }
  const onMove = () => {
    ask('states')
    if (map.getZoom() >= countyZoom) ask('counties')
  }
  map.on('moveend', onMove)
  onMove()
  return () => {
    isOver = true
    map.off('moveend', onMove)
  }
}

/** Gives the layers of the base the colors of another theme. */
export function paintShapes(map: MapLibreMap, palette: Palette) {
  const layers = [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    ...stateLayers(palette),
    ...countyLayers(palette),
  ]
  for (const { id, paint } of layers)
    if (map.getLayer(id))
      for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as 'fill-color', value)
}
