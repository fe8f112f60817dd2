import type { Feature } from 'geojson'
import type { LayerSpecification, MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { addLayers, setFeatures } from '../layers/layers.ts'
import type { MapCanvas } from '../view/use-map.ts'

export const overlaySource = 'ours-overlay'
/** The layer of single places of an overlay, which reacts to the pointer. */
export const overlayPointLayer = 'ours-overlay-points'

type OverlayLayer = LayerSpecification & { source: string }

type OverlayOptions = {
  layer: OverlayLayer
  features: Feature[]
  /** The layer that stays on top of it. */
  below?: string
}

function removeOverlay(map: MapLibreMap, id: string) {
  // A map that was removed has no style.
  if (!map.style) return
  if (map.getLayer(id)) map.removeLayer(id)
  if (map.getSource(overlaySource)) map.removeSource(overlaySource)
}

/** Draws features over the map as long as the component is there. */
export function useOverlay({ map }: MapCanvas, { layer, features, below }: OverlayOptions) {
  const { id } = layer
  const painted = JSON.stringify(layer)
  useEffect(() => {
    addLayers(map, [JSON.parse(painted) as OverlayLayer])
    if (below !== undefined && map.getLayer(below)) map.moveLayer(id, below)
  }, [map, id, painted, below])
  useEffect(() => setFeatures(map, overlaySource, features), [map, features])
  useEffect(() => () => removeOverlay(map, id), [map, id])
}
