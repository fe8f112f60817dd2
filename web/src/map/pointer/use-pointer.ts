import { parcelZooms } from '@dooryard/contract/properties/map-parcels'
import type { MapGeoJSONFeature, MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AreaId } from '../draw/areas.ts'
import { roundCoordinate, roundLng } from '../draw/geometry.ts'
import { areaLayer } from '../layers/area-layers.ts'
import { cellLayer, pointLayer } from '../layers/match-layers.ts'
import { placeLayer } from '../layers/place-layers.ts'
import type { PlacesMapProps, PropertyMapProps, ShownPoint } from '../map-props.ts'
import { overlayPointLayer } from '../overlays/use-overlay.ts'
import { parcelLayer, toParcelPoint } from '../parcels/parcel-layers.ts'
import type { MapCanvas } from '../view/use-map.ts'

type PointerHandlers = {
  mousemove: (event: MapMouseEvent) => void
  click: (event: MapMouseEvent) => void
  mouseout: () => void
  movestart: () => void
}

function useMapPointer(map: MapLibreMap | undefined, handlers: PointerHandlers) {
  const handle = useEffectEvent((type: keyof PointerHandlers, event: unknown) => handlers[type](event as MapMouseEvent))
  useEffect(() => {
    if (!map) return
    const types = ['mousemove', 'click', 'mouseout', 'movestart'] as const
    const subscriptions = types.map((type) => map.on(type, (event) => handle(type, event)))
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map])
}

/** The features of a layer within a radius of the pointer, in pixels. */
function findHits(map: MapLibreMap, layer: string, { point: { x, y } }: MapMouseEvent, hitRadius: number) {
  if (!map.getLayer(layer)) return []
  const around: [[number, number], [number, number]] = [
    [x - hitRadius, y - hitRadius],
    [x + hitRadius, y + hitRadius],
  ]
  return map.queryRenderedFeatures(around, { layers: [layer] })
}

const getFeatureId = ({ properties }: MapGeoJSONFeature) => String(properties['id'])

/** The points under the pointer, nearest first; the fill of its parcel stands for one that is not drawn. */
function findPoints(
  map: MapLibreMap,
  points: readonly ShownPoint[],
  event: MapMouseEvent,
  hitRadius: number,
): ShownPoint[] {
  const hits = [overlayPointLayer, pointLayer].flatMap((layer) => findHits(map, layer, event, hitRadius))
  const isNear = map.getZoom() >= parcelZooms.first
  const ids = new Set(hits.filter(({ properties }) => !(isNear && properties['isOutlined'])).map(getFeatureId))
  if (ids.size === 0) return []
  const away = (point: ShownPoint) => map.project(point).dist(event.point)
  return points.filter(({ propertyId }) => ids.has(propertyId)).sort((a, b) => away(a) - away(b))
}

/**
 * What the parcels under the pointer are: the matches among them, else any other. The units of a condominium have one
 * outline.
 */
function findParcels(map: MapLibreMap, points: readonly ShownPoint[], event: MapMouseEvent) {
  const parcels = findHits(map, parcelLayer, event, 0)
  const ids = new Set(parcels.map(getFeatureId))
  const matches = ids.size === 0 ? [] : points.filter(({ propertyId }) => ids.has(propertyId))
  const [first] = parcels
  return { matches, other: first && matches.length === 0 ? toParcelPoint(first, event.lngLat) : undefined }
}

const zoomTo = (map: MapLibreMap, center: [number, number]) =>
  void map.easeTo({ center, zoom: Math.min(map.getZoom() + 2, 18), duration: 300 }, { by: 'user' })

const isSamePlace = ([first, ...others]: readonly ShownPoint[]) =>
  others.every(
    (other) => Math.abs(other.lat - (first?.lat ?? 0)) < 1e-6 && Math.abs(other.lng - (first?.lng ?? 0)) < 1e-6,
  )

/** Radius in pixels. Touch is less precise than a mouse. */
const hitRadius = { mouse: { point: 3, cell: 0 }, touch: { point: 12, cell: 6 }, place: 5, area: 2 }
/** The zoom from which overlapping points are listed. */
const listZoom = 17

type MatchPointerOptions = Pick<PropertyMapProps, 'onActive' | 'onOpen' | 'onSelect'> & {
  /** Drawing disables the other pointer handlers. */
  isOff: boolean
  /** Whether a click belongs to the drawing that has just ended. */
  isSpent: (click: MapMouseEvent) => boolean
  onArea: (id: AreaId) => void
}

/**
 * Pointer interaction with the matches: hover shows details, a click opens a property, zooms into a cluster, or lists
 * overlapping points.
 */
export function useMatchPointer(
  canvas: MapCanvas | undefined,
  points: readonly ShownPoint[],
  options: MatchPointerOptions,
) {
  const [hovered, setHovered] = useState<ShownPoint>()
  const [list, setList] = useState<readonly ShownPoint[]>()
  const map = canvas?.map

  const hover = (point: ShownPoint | undefined) => {
    if (point?.propertyId === hovered?.propertyId) return
    setHovered(point)
    options.onActive(point?.propertyId)
  }

  const mousemove = (event: MapMouseEvent) => {
    if (!map || options.isOff || map.isMoving()) return
    const isCell = findHits(map, cellLayer, event, hitRadius.mouse.cell).length > 0
    const [point] = findPoints(map, points, event, hitRadius.mouse.point)
    const parcels = point || isCell ? undefined : findParcels(map, points, event)
    const nearest = point ?? parcels?.matches[0] ?? parcels?.other
    const isHand = nearest || isCell
    map.getCanvas().style.cursor = isHand ? 'pointer' : ''
    hover(nearest)
  }

  const click = (event: MapMouseEvent) => {
    if (!map || options.isOff || options.isSpent(event)) return
    const { originalEvent } = event
    const isTouch = 'pointerType' in originalEvent && originalEvent.pointerType === 'touch'
    const by = isTouch ? hitRadius.touch : hitRadius.mouse
    const [cell] = findHits(map, cellLayer, event, by.cell)
    const parcels = cell ? undefined : findParcels(map, points, event)
    const near = findPoints(map, points, event, by.point)
    const found = near.length === 0 && parcels ? parcels.matches : near
    const [first] = found
    setList(undefined)
    if (first && options.onSelect && (originalEvent.ctrlKey || originalEvent.metaKey))
      return options.onSelect(first.propertyId)
    if (first && found.length === 1) return options.onOpen(first.propertyId)
    if (first && (isSamePlace(found) || map.getZoom() >= listZoom)) return setList(found)
    if (first) return zoomTo(map, [first.lng, first.lat])
    if (cell?.geometry.type === 'Point') return zoomTo(map, cell.geometry.coordinates as [number, number])
    const [area] = findHits(map, areaLayer, event, hitRadius.area)
    if (area) return options.onArea(area.properties['id'] as AreaId)
    if (parcels?.other) options.onOpen(parcels.other.propertyId)
  }

  const movestart = () => {
    hover(undefined)
    setList(undefined)
  }
  useMapPointer(map, { mousemove, click, mouseout: () => hover(undefined), movestart })
  return { hovered, list, closeList: () => setList(undefined) }
}

type PlacePointerOptions = Pick<PlacesMapProps, 'points' | 'onActive' | 'onOpen' | 'onPick'>

/** Pointer interaction with places: hover shows the name, a click opens a place, a click elsewhere picks that point. */
export function usePlacePointer(
  canvas: MapCanvas | undefined,
  { points, onActive, onOpen, onPick }: PlacePointerOptions,
) {
  const [hovered, setHovered] = useState<string>()
  const map = canvas?.map
  const findPlace = (event: MapMouseEvent) => {
    // When picking a point, places under it are ignored.
    const [found] = map && !onPick ? findHits(map, placeLayer, event, hitRadius.place) : []
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
      else onPick?.({ lat: roundCoordinate(event.lngLat.lat), lng: roundLng(event.lngLat.lng) })
    },
    mouseout: leave,
    movestart: leave,
  })
  return points.find(({ id }) => id === hovered)
}
