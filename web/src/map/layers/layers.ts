import type { Feature, FeatureCollection } from 'geojson'
import type {
  CircleLayerSpecification,
  FilterSpecification,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  MapLibreMap,
} from 'maplibre-gl'

export const noFeatures: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Repaints existing layers for another color scheme. */
export function paintLayers(map: MapLibreMap, layers: readonly LayerSpecification[]) {
  for (const { id, paint } of layers)
    if (map.getLayer(id))
      // The type expects a property of one kind of layer; each layer brings its own.
      for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as 'fill-color', value)
}

/** Adds layers on top of the map, each with an empty source, or repaints existing ones. */
export function addLayers(
  map: MapLibreMap,
  layers: readonly (LayerSpecification & { source: string })[],
  options?: Partial<GeoJSONSourceSpecification>,
) {
  const isThere = layers.every(({ id }) => map.getLayer(id))
  if (isThere) return paintLayers(map, layers)
  for (const layer of layers) {
    if (!map.getSource(layer.source)) map.addSource(layer.source, { ...options, type: 'geojson', data: noFeatures })
    map.addLayer(layer)
  }
}

export const circleLayer = (
  id: string,
  source: string,
  filter: FilterSpecification,
  paint: CircleLayerSpecification['paint'],
): CircleLayerSpecification => ({ id, type: 'circle', source, filter, paint })

export const pointFeature = ({ lat, lng }: { lat: number; lng: number }, properties: object = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

const shownFeatures = new WeakMap<GeoJSONSource, string>()

/** Sets the features of a source unless they are unchanged, because each update redraws the whole map. */
export function setFeatures(map: MapLibreMap, id: string, features: Feature[]) {
  const source = map.getSource<GeoJSONSource>(id)
  const next = JSON.stringify(features)
  if (!source || shownFeatures.get(source) === next) return
  shownFeatures.set(source, next)
  void source.setData({ type: 'FeatureCollection', features })
}
