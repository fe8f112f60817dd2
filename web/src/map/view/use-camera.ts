import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds } from '@dooryard/contract/properties/map'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { MapLibreMap } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { showErrorToast } from '../../ui/toasts/toasts.ts'
import { getAreas } from '../draw/areas.ts'
import { roundCoordinate, roundLng } from '../draw/geometry.ts'
import { findExtentOfMatches, type Viewport } from '../map.data.ts'
import type { MapView, PropertyMapProps } from '../map-props.ts'
import { contiguousUsBounds, getBoundsAround, toBox } from './fit.ts'
import type { MapCanvas } from './use-map.ts'

/** Moves by buttons set `by`; a move without `by` or an input event is an automatic fit. */
type MoveEvent = { by?: 'user' | 'fit'; originalEvent?: unknown }

const isByUser = ({ by, originalEvent }: MoveEvent) => (by ? by === 'user' : originalEvent !== undefined)

function getView(map: MapLibreMap): MapView {
  const { lat, lng } = map.getCenter()
  const short = (value: number, digits: number) => Number(value.toFixed(digits))
  return { lat: short(lat, 5), lng: short(roundLng(lng), 5), zoom: short(map.getZoom(), 2) }
}

/** Rounded like the area that "Search this area" makes of them, so that both have the same matches. */
function getViewBounds(map: MapLibreMap): Bounds {
  const [[west, south], [east, north]] = map.getBounds().toArray()
  const lats = { south: roundCoordinate(Math.max(-90, south)), north: roundCoordinate(Math.min(90, north)) }
  if (east - west >= 360) return { ...lats, west: -180, east: 180 }
  return { ...lats, west: roundLng(west), east: roundLng(east) }
}

/** Moves in quick succession, as with a wheel, count as one. */
const settleMs = 120

/** The viewport of a map at rest. `onView` is called at each rest, and once at the start when `isPlaced`. */
export function useViewport(
  canvas: MapCanvas | undefined,
  isPlaced: boolean,
  onView: PropertyMapProps['onView'],
): Viewport | undefined {
  const [viewport, setViewport] = useState<Viewport>()
  const onRest = useEffectEvent(onView)
  const wasPlaced = useRef(isPlaced)
  const map = canvas?.map
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let byUser = false
    const rest = () => {
      const [view, bounds] = [getView(map), getViewBounds(map)]
      // MapLibre uses 512-pixel tiles, the API 256-pixel tiles.
      setViewport({ bounds, zoom: Math.min(24, view.zoom + 1) })
      onRest(view, bounds, byUser ? 'user' : 'fit')
      byUser = false
    }
    const onMoveEnd = (event: MoveEvent) => {
      byUser ||= isByUser(event)
      clearTimeout(timer)
      timer = setTimeout(rest, settleMs)
    }
    map.on('moveend', onMoveEnd)
    // A map without a view fits itself first and needs no data for its initial position.
    if (wasPlaced.current) rest()
    return () => {
      clearTimeout(timer)
      map.off('moveend', onMoveEnd)
    }
  }, [map])
  return viewport
}

type FitOptions = { rim: number; maxZoom: number; animate: boolean; by: 'user' | 'fit' }

export function fitTo(map: MapLibreMap, bounds: Bounds, { rim, maxZoom, animate, by }: FitOptions) {
  const padding = Math.min(rim, map.getContainer().clientHeight / 8)
  map.fitBounds(toBox(bounds), { padding, maxZoom, animate }, { by })
}

const isSameView = (a: MapView, b: MapView) =>
  Math.abs(a.zoom - b.zoom) < 0.02 &&
  Math.abs(a.lat - b.lat) * 2 ** a.zoom < 0.2 &&
  Math.abs(a.lng - b.lng) * 2 ** a.zoom < 0.2

/** The default extent: the matches, else the searched areas, else the country. */
async function findTarget(client: QueryClient, criteria: Criteria) {
  const corners = getAreas(criteria.location).flatMap(({ ring }) => ring.map(([lng, lat]) => ({ lng, lat })))
  return (await findExtentOfMatches(client, criteria)) ?? getBoundsAround(corners) ?? contiguousUsBounds
}

type CameraOptions = Pick<PropertyMapProps, 'criteria' | 'isWanted' | 'view'> & {
  /** The last view at rest, as reported by `onView`. */
  lastView: RefObject<MapView | undefined>
  /** Whether the map itself changed the criteria; it then stays where it is. */
  isOwn: () => boolean
}

/** Moves the map to `view`. Without one it fits the matches, again whenever they change. */
export function useCamera(canvas: MapCanvas | undefined, { criteria, isWanted, view, lastView, isOwn }: CameraOptions) {
  const client = useQueryClient()
  const [isFitting, setFitting] = useState(false)
  const latest = useRef(0)
  const map = canvas?.map

  const fit = async (by: 'user' | 'fit') => {
    if (!map) return
    const turn = ++latest.current
    setFitting(true)
    try {
      const target = await findTarget(client, criteria)
      if (turn === latest.current) fitTo(map, target, { rim: 48, maxZoom: 16.5, animate: by === 'user', by })
    } catch (error) {
      // The user did not request the first fit; the map shows its own error.
      if (by === 'user' && turn === latest.current) showErrorToast(getErrorMessage(error))
    } finally {
      if (turn === latest.current) setFitting(false)
    }
  }

  const point = useEffectEvent((to: MapView) => {
    // The map's own last view comes back a moment later, when the user may have moved on.
    if (!map || isSameView(to, getView(map)) || (lastView.current && isSameView(to, lastView.current))) return
    lastView.current = undefined
    map.jumpTo({ center: [to.lng, to.lat], zoom: to.zoom }, { by: 'fit' })
  })
  const fitAutomatically = useEffectEvent(() => {
    if (!isOwn()) void fit('fit')
  })
  const [at, criteriaKey] = [view && JSON.stringify(view), JSON.stringify(criteria)]

  useEffect(() => {
    if (!map || !at) return
    latest.current++
    point(JSON.parse(at))
  }, [map, at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has another extent
  useEffect(() => {
    if (map && !at && isWanted) fitAutomatically()
  }, [map, at, isWanted, criteriaKey])
  return { fit: () => void fit('user'), isFitting }
}
