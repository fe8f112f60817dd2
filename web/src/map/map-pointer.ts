import type { MapGeoJSONFeature, MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'

type Heard = {
  onMove: (event: MapMouseEvent) => void
  onClick: (event: MapMouseEvent) => void
  /** The pointer has left the map. */
  onLeave: () => void
  /** The map begins to move under the pointer. */
  onMoveStart: () => void
}

/** Listens to the pointer over a map. */
export function useMapPointer(map: MapLibreMap | undefined, heard: Heard) {
  const onMove = useEffectEvent(heard.onMove)
  const onClick = useEffectEvent(heard.onClick)
  const onLeave = useEffectEvent(heard.onLeave)
  const onMoveStart = useEffectEvent(heard.onMoveStart)
  useEffect(() => {
    if (!map) return
    const listening = [
      map.on('mousemove', (event) => onMove(event)),
      map.on('click', (event) => onClick(event)),
      map.on('mouseout', () => onLeave()),
      map.on('movestart', () => onMoveStart()),
    ]
    return () => {
      for (const each of listening) each.unsubscribe()
    }
  }, [map])
}

/** What of a layer lies within so many pixels of the pointer. */
export function hitsOf(map: MapLibreMap, layer: string, { point: { x, y } }: MapMouseEvent, by: number) {
  if (!map.getLayer(layer)) return []
  const around: [[number, number], [number, number]] = [
    [x - by, y - by],
    [x + by, y + by],
  ]
  return map.queryRenderedFeatures(around, { layers: [layer] })
}

/** The id of ours that a feature was drawn for. */
export const idOf = ({ properties }: MapGeoJSONFeature) => String(properties['id'])
