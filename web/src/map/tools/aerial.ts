import type { About } from '@dooryard/contract/about'
import type { MapLibreMap } from 'maplibre-gl'

const id = 'aerial'

/** Shows aerial pictures below all names. Returns the clean-up. */
export function showAerial(map: MapLibreMap, { url, attribution, maxZoom }: NonNullable<About['imagery']>): () => void {
  const firstName = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id
  const credit = attribution ? { attribution } : {}
  map.addSource(id, { type: 'raster', tiles: [url], tileSize: 256, maxzoom: maxZoom, ...credit })
  map.addLayer({ id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0 } }, firstName)
  return () => {
    // A map that was removed has no style any more.
    if (!map.style?.getLayer(id)) return
    map.removeLayer(id)
    map.removeSource(id)
  }
}
