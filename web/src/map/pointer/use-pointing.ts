import type { MapPoint } from '@dooryard/contract/map'
import type { MapGeoJSONFeature, MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AreaId } from '../draw/areas.ts'
import { rounded, roundedLng } from '../draw/geometry.ts'
import { areaLayer } from '../layers/area-layers.ts'
import { cellLayer, pointLayer } from '../layers/match-layers.ts'
import { placeLayer } from '../layers/place-layers.ts'
import type { PlacesMapProps, PropertyMapProps } from '../map-props.ts'
import type { Canvas } from '../view/use-map.ts'

type Handlers = {
  mousemove: (event: MapMouseEvent) => void
  click: (event: MapMouseEvent) => void
  mouseout: () => void
  movestart: () => void
}

function useMapPointer(map: MapLibreMap | undefined, handlers: Handlers) {
  const handle = useEffectEvent((type: keyof Handlers, event: unknown) => handlers[type](event as MapMouseEvent))
  useEffect(() => {
    if (!map) return
    const types = ['mousemove', 'click', 'mouseout', 'movestart'] as const
    const subscriptions = types.map((type) => map.on(type, (event) => handle(type, event)))
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map])
}

/** What of a layer lies within so many pixels of the pointer. */
function findHits(map: MapLibreMap, layer: string, { point: { x, y } }: MapMouseEvent, reach: number) {
  if (!map.getLayer(layer)) return []
  const around: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]
  return map.queryRenderedFeatures(around, { layers: [layer] })
}

const getFeatureId = ({ properties }: MapGeoJSONFeature) => String(properties['id'])

/** The points under the pointer, the nearest first. */
function findPoints(map: MapLibreMap, points: readonly MapPoint[], event: MapMouseEvent, reach: number): MapPoint[] {
  const ids = new Set(findHits(map, pointLayer, event, reach).map(getFeatureId))
  if (ids.size === 0) return []
  const away = (point: MapPoint) => map.project(point).dist(event.point)
  return points.filter(({ propertyId }) => ids.has(propertyId)).sort((a, b) => away(a) - away(b))
}

const zoomTo = (map: MapLibreMap, center: [number, number]) =>
  void map.easeTo({ center, zoom: Math.min(map.getZoom() + 2, 18), duration: 300 }, { by: 'user' })

const isOnePlace = ([first, ...others]: readonly MapPoint[]) =>
  others.every(
    (other) => Math.abs(other.lat - (first?.lat ?? 0)) < 1e-6 && Math.abs(other.lng - (first?.lng ?? 0)) < 1e-6,
  )

/** A finger is not a needle. */
const reach = { mouse: { point: 3, cell: 0 }, touch: { point: 12, cell: 6 }, place: 5, area: 2 }
/** From here on points that still lie on each other are listed. */
const listZoom = 17

type MatchPointing = Pick<PropertyMapProps, 'onActive' | 'onOpen' | 'onSelect'> & {
  /** While something is drawn the map is for that. */
  isOff: boolean
  /** Whether a click belongs to what was drawn just now. */
  isSpent: (click: MapMouseEvent) => boolean
  onArea: (id: AreaId) => void
}

/** Pointing at what matches: hovering names it, a click opens it, a cluster zooms in, points on each other are listed. */
export function useMatchPointing(canvas: Canvas | undefined, points: readonly MapPoint[], given: MatchPointing) {
  const [hovered, setHovered] = useState<MapPoint>()
  const [list, setList] = useState<readonly MapPoint[]>()
  const map = canvas?.map

  const hover = (point: MapPoint | undefined) => {
    if (point?.propertyId === hovered?.propertyId) return
    setHovered(point)
    given.onActive(point?.propertyId)
  }

  const mousemove = (event: MapMouseEvent) => {
    if (!map || given.isOff || map.isMoving()) return
    const [nearest] = findPoints(map, points, event, reach.mouse.point)
    const isHand = nearest || findHits(map, cellLayer, event, reach.mouse.cell).length > 0
    map.getCanvas().style.cursor = isHand ? 'pointer' : ''
    hover(nearest)
  }

  const click = (event: MapMouseEvent) => {
    if (!map || given.isOff || given.isSpent(event)) return
    const { originalEvent } = event
    const isTouch = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch'
    const by = isTouch ? reach.touch : reach.mouse
    const found = findPoints(map, points, event, by.point)
    const [first] = found
    setList(undefined)
    if (first && given.onSelect && (originalEvent.ctrlKey || originalEvent.metaKey))
      return given.onSelect(first.propertyId)
    if (first && found.length === 1) return given.onOpen(first.propertyId)
    if (first && (isOnePlace(found) || map.getZoom() >= listZoom)) return setList(found)
    if (first) return zoomTo(map, [first.lng, first.lat])
    const [cell] = findHits(map, cellLayer, event, by.cell)
    if (cell?.geometry.type === 'Point') return zoomTo(map, cell.geometry.coordinates as [number, number])
    const [area] = findHits(map, areaLayer, event, reach.area)
    if (area) given.onArea(area.properties['id'] as AreaId)
  }

  const movestart = () => {
    hover(undefined)
    setList(undefined)
  }
  useMapPointer(map, { mousemove, click, mouseout: () => hover(undefined), movestart })
  return { hovered, list, closeList: () => setList(undefined) }
}

type PlacePointing = Pick<PlacesMapProps, 'points' | 'onActive' | 'onOpen' | 'onPick'>

/** Pointing at places: hovering names one, a click opens it, a click beside all of them picks that point. */
export function usePlacePointing(canvas: Canvas | undefined, { points, onActive, onOpen, onPick }: PlacePointing) {
  const [hovered, setHovered] = useState<string>()
  const map = canvas?.map
  const findPlace = (event: MapMouseEvent) => {
    // Whoever picks a point of the map means the map, whatever stands there.
    const [found] = map && !onPick ? findHits(map, placeLayer, event, reach.place) : []
    return found && getFeatureId(found)
  }
  const hover = (id: string | undefined) => {
    if (id === hovered) return
    setHovered(id)
    onActive(id)
  }
  const leave = () => hover(undefined)
  useMapPointer(map, {
    mousemove: (event) => {
      if (!map || map.isMoving()) return
      const id = findPlace(event)
      map.getCanvas().style.cursor = id ? 'pointer' : onPick ? 'crosshair' : ''
      hover(id)
    },
    click: (event) => {
      const id = findPlace(event)
      if (id !== undefined) onOpen(id)
      else onPick?.({ lat: rounded(event.lngLat.lat), lng: roundedLng(event.lngLat.lng) })
    },
    mouseout: leave,
    movestart: leave,
  })
  return points.find(({ id }) => id === hovered)
}
