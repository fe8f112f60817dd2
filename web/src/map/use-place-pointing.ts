import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useState } from 'react'
import { rounded, roundedLng } from './geometry.ts'
import { hitsOf, idOf, useMapPointer } from './map-pointer.ts'
import type { PlacesMapProps } from './map-props.ts'
import { placeLayer } from './place-layers.ts'
import type { Canvas } from './use-map.ts'

type Given = Pick<PlacesMapProps, 'onActive' | 'onOpen' | 'onPick'>

const reach = 5

function placeAt(map: MapLibreMap, event: MapMouseEvent): string | undefined {
  const [found] = hitsOf(map, placeLayer, event, reach)
  return found && idOf(found)
}

/** Pointing at places: hovering names one, a click opens it, a click beside all of them picks that point. */
export function usePlacePointing(canvas: Canvas | undefined, points: PlacesMapProps['points'], given: Given) {
  const [hovered, setHovered] = useState<string>()
  const map = canvas?.map
  // Whoever picks a point of the map means the map, whatever stands there.
  const idAt = (event: MapMouseEvent) => (map && !given.onPick ? placeAt(map, event) : undefined)
  const hover = (id: string | undefined) => {
    if (id === hovered) return
    setHovered(id)
    given.onActive(id)
  }
  const leave = () => hover(undefined)
  useMapPointer(map, {
    onMove: (event) => {
      if (!map || map.isMoving()) return
      const id = idAt(event)
      map.getCanvas().style.cursor = id ? 'pointer' : given.onPick ? 'crosshair' : ''
      hover(id)
    },
    onClick: (event) => {
      const id = idAt(event)
      if (id !== undefined) given.onOpen(id)
      else given.onPick?.({ lat: rounded(event.lngLat.lat), lng: roundedLng(event.lngLat.lng) })
    },
    onLeave: leave,
    onMoveStart: leave,
  })
  return points.find(({ id }) => id === hovered)
}
