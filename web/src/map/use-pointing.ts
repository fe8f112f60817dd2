import type { MapPoint } from '@dooryard/contract/map'
import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useState } from 'react'
import { areaLayer } from './area-layers.ts'
import type { AreaId } from './areas.ts'
import { hitsOf, idOf, useMapPointer } from './map-pointer.ts'
import type { PropertyMapProps } from './map-props.ts'
import { cellLayer, pointLayer } from './match-layers.ts'
import type { Canvas } from './use-map.ts'

type Given = Pick<PropertyMapProps, 'onActive' | 'onOpen' | 'onSelect'> & {
  /** While something is drawn the map is for that. */
  isOff: boolean
  /** Whether a click belongs to what was drawn just now. */
  isSpent: (click: MapMouseEvent) => boolean
  onArea: (id: AreaId) => void
}

/** A finger is not a needle. */
const reach = { mouse: 3, touch: 12 }
/** From here on points that still lie on each other are listed. */
const listZoom = 17

/** The points under the pointer, the nearest first. */
function pointsAt(map: MapLibreMap, points: readonly MapPoint[], event: MapMouseEvent, by: number): MapPoint[] {
  const ids = new Set(hitsOf(map, pointLayer, event, by).map(idOf))
  if (ids.size === 0) return []
  const away = ({ lng, lat }: MapPoint) => {
    const at = map.project([lng, lat])
    return Math.hypot(at.x - event.point.x, at.y - event.point.y)
  }
  return points.filter(({ propertyId }) => ids.has(propertyId)).sort((a, b) => away(a) - away(b))
}

const zoomTo = (map: MapLibreMap, [lng, lat]: [number, number]) =>
  map.easeTo({ center: [lng, lat], zoom: Math.min(map.getZoom() + 2, 18), duration: 300 }, { by: 'user' })

const isOnePlace = ([first, ...others]: readonly MapPoint[]) =>
  others.every(
    (other) => Math.abs(other.lat - (first?.lat ?? 0)) < 1e-6 && Math.abs(other.lng - (first?.lng ?? 0)) < 1e-6,
  )

/** Pointing at what matches: hovering names it, a click opens it, a cluster zooms in, points on each other are listed. */
export function usePointing(canvas: Canvas | undefined, points: readonly MapPoint[], given: Given) {
  const [hovered, setHovered] = useState<MapPoint>()
  const [list, setList] = useState<readonly MapPoint[]>()
  const map = canvas?.map

  const hover = (point: MapPoint | undefined) => {
    if (point?.propertyId === hovered?.propertyId) return
    setHovered(point)
    given.onActive(point?.propertyId)
  }

  const onMove = (event: MapMouseEvent) => {
    if (!map || given.isOff || map.isMoving()) return
    const [nearest] = pointsAt(map, points, event, reach.mouse)
    const isHand = nearest || hitsOf(map, cellLayer, event, 0).length > 0
    map.getCanvas().style.cursor = isHand ? 'pointer' : ''
    hover(nearest)
  }

  const onClick = (event: MapMouseEvent) => {
    if (!map || given.isOff || given.isSpent(event)) return
    const isTouch = 'pointerType' in event.originalEvent && event.originalEvent.pointerType === 'touch'
    const by = isTouch ? reach.touch : reach.mouse
    const found = pointsAt(map, points, event, by)
    const [first] = found
    setList(undefined)
    const { ctrlKey, metaKey } = event.originalEvent
    if (first && given.onSelect && (ctrlKey || metaKey)) return given.onSelect(first.propertyId)
    if (first && found.length === 1) return given.onOpen(first.propertyId)
    if (first) {
      if (isOnePlace(found) || map.getZoom() >= listZoom) return setList(found)
      return void zoomTo(map, [first.lng, first.lat])
    }
    const [cell] = hitsOf(map, cellLayer, event, isTouch ? 6 : 0)
    if (cell?.geometry.type === 'Point') return void zoomTo(map, cell.geometry.coordinates as [number, number])
    const [area] = hitsOf(map, areaLayer, event, 2)
    if (area) given.onArea(area.properties['id'] as AreaId)
  }

  useMapPointer(map, {
    onMove,
    onClick,
    onLeave: () => hover(undefined),
    onMoveStart: () => {
      hover(undefined)
      setList(undefined)
    },
  })

  return { hovered, list, closeList: () => setList(undefined) }
}
