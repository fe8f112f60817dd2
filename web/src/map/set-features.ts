import type { Feature } from 'geojson'
import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'

const shown = new WeakMap<GeoJSONSource, string>()

/** Puts features into a source, unless it has just these: each time it is given some, the whole map is drawn anew. */
export function setFeatures(map: MapLibreMap, id: string, features: Feature[]) {
  const source = map.getSource<GeoJSONSource>(id)
  const next = JSON.stringify(features)
  if (!source || shown.get(source) === next) return
  shown.set(source, next)
  void source.setData({ type: 'FeatureCollection', features })
}
