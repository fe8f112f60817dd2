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

/** Paints layers that are on the map in the colors of another scheme. */
export function paintLayers(map: MapLibreMap, layers: readonly LayerSpecification[]) {
  for (const { id, paint } of layers)
    if (map.getLayer(id))
      // The type wants the property of one kind of layer; each layer brings its own.
      for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as 'fill-color', value)
}

/** Adds layers of features on top of the map, each with its empty source; paints those that are there. */
export function putLayers(
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

const shown = new WeakMap<GeoJSONSource, string>()

/** Puts features into a source, unless it has just these: each time it is given some, the whole map is drawn anew. */
export function setFeatures(map: MapLibreMap, id: string, features: Feature[]) {
  const source = map.getSource<GeoJSONSource>(id)
  const next = JSON.stringify(features)
  if (!source || shown.get(source) === next) return
  shown.set(source, next)
  void source.setData({ type: 'FeatureCollection', features })
}
