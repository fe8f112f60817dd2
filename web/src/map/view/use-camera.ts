import type { Criteria } from '@dooryard/contract/criteria'
import type { Bounds } from '@dooryard/contract/map'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { MapLibreMap } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { toastFailure } from '../../ui/toasts/toasts.ts'
import { getAreas } from '../draw/areas.ts'
import { roundedLng } from '../draw/geometry.ts'
import { findExtentOfMatches, type Viewport } from '../map.data.ts'
import type { MapView, PropertyMapProps } from '../map-props.ts'
import { contiguousUsBounds, getBoundsAround, toBox } from './fit.ts'
import type { Canvas } from './use-map.ts'

/** Whoever moves a map by a button says so; what says nothing and comes from no hand is a fit. */
type MoveEvent = { by?: 'user' | 'fit'; originalEvent?: unknown }

const isByUser = ({ by, originalEvent }: MoveEvent) => (by ? by === 'user' : originalEvent !== undefined)

function getView(map: MapLibreMap): MapView {
  const { lat, lng } = map.getCenter()
  const short = (value: number, digits: number) => Number(value.toFixed(digits))
  return { lat: short(lat, 5), lng: short(roundedLng(lng), 5), zoom: short(map.getZoom(), 2) }
}

function getViewBounds(map: MapLibreMap): Bounds {
  const [[west, south], [east, north]] = map.getBounds().toArray()
  const lats = { south: Math.max(-90, south), north: Math.min(90, north) }
  if (east - west >= 360) return { ...lats, west: -180, east: 180 }
  return { ...lats, west: roundedLng(west), east: roundedLng(east) }
}

/** Moves that follow on each other, as of a wheel, are one. */
const settleMs = 120

/** What a map shows, once it has come to rest. `onView` hears of each rest; one that `isPlaced` begins with one. */
export function useViewport(
  canvas: Canvas | undefined,
  isPlaced: boolean,
  onView: PropertyMapProps['onView'],
): Viewport | undefined {
  const [viewport, setViewport] = useState<Viewport>()
  const onRest = useEffectEvent(onView)
  const placed = useRef(isPlaced)
  const map = canvas?.map
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let byUser = false
    const rest = () => {
      const [view, bounds] = [getView(map), getViewBounds(map)]
      // MapLibre counts tiles of 512 pixels, the API tiles of 256.
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
    // One that is not fits itself first, and asks nothing of where it happens to be before.
    if (placed.current) rest()
    return () => {
      clearTimeout(timer)
      map.off('moveend', onMoveEnd)
    }
  }, [map])
  return viewport
}

type Fit = { rim: number; maxZoom: number; animate: boolean; by: 'user' | 'fit' }

export function fitTo(map: MapLibreMap, bounds: Bounds, { rim, maxZoom, animate, by }: Fit) {
  const padding = Math.min(rim, map.getContainer().clientHeight / 8)
  map.fitBounds(toBox(bounds), { padding, maxZoom, animate }, { by })
}

const isSame = (a: MapView, b: MapView) =>
  Math.abs(a.zoom - b.zoom) < 0.02 &&
  Math.abs(a.lat - b.lat) * 2 ** a.zoom < 0.2 &&
  Math.abs(a.lng - b.lng) * 2 ** a.zoom < 0.2

/** Where the map is to look when nobody says: at what matches, else at what is searched, else at the country. */
async function findTarget(client: QueryClient, criteria: Criteria) {
  const corners = getAreas(criteria.location).flatMap(({ ring }) => ring.map(([lng, lat]) => ({ lng, lat })))
  return (await findExtentOfMatches(client, criteria)) ?? getBoundsAround(corners) ?? contiguousUsBounds
}

type Given = Pick<PropertyMapProps, 'criteria' | 'isWanted' | 'view'> & {
  /** Where the map came to rest last, as it was told to whoever gives the view. */
  rested: RefObject<MapView | undefined>
  /** Whether the criteria have changed by the map itself, which then stays where it is. */
  isOwn: () => boolean
}

/** Points the map to where it is told to look; told nothing, it fits to what matches, and again when that changes. */
export function useCamera(canvas: Canvas | undefined, { criteria, isWanted, view, rested, isOwn }: Given) {
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
      // Nobody asked for the first one; the map says itself that it cannot ask.
      if (by === 'user' && turn === latest.current) toastFailure(sentenceFor(error))
    } finally {
      if (turn === latest.current) setFitting(false)
    }
  }

  const point = useEffectEvent((to: MapView) => {
    // Its own last view comes back to it a moment later, when the user may have moved on.
    if (!map || isSame(to, getView(map)) || (rested.current && isSame(to, rested.current))) return
    rested.current = undefined
    map.jumpTo({ center: [to.lng, to.lat], zoom: to.zoom }, { by: 'fit' })
  })
  const fitUnasked = useEffectEvent(() => {
    if (!isOwn()) void fit('fit')
  })
  const [at, question] = [view && JSON.stringify(view), JSON.stringify(criteria)]

  useEffect(() => {
    if (!map || !at) return
    latest.current++
    point(JSON.parse(at))
  }, [map, at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has another extent
  useEffect(() => {
    if (map && !at && isWanted) fitUnasked()
  }, [map, at, isWanted, question])
  return { fit: () => void fit('user'), isFitting }
}
