import type { Criteria } from '@dooryard/contract/criteria'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceFor } from '../lib/errors.ts'
import { toastFailure } from '../ui/toasts/toasts.ts'
import { areasOf } from './areas.ts'
import { boundsAround, lower48 } from './fit.ts'
import { extentOfMatches } from './map.data.ts'
import type { MapView } from './map-props.ts'
import { asBox, type Canvas, viewOf } from './use-map.ts'

type Given = {
  criteria: Criteria
  isWanted: boolean
  view: MapView | undefined
  /** Where the map came to rest last, as it was told to whoever gives the view. */
  rested: RefObject<MapView | undefined>
  /** Whether the criteria have changed by the map itself, which then stays where it is. */
  isOwn: () => boolean
}

const isSame = (a: MapView, b: MapView) =>
  Math.abs(a.zoom - b.zoom) < 0.02 &&
  Math.abs(a.lat - b.lat) * 2 ** a.zoom < 0.2 &&
  Math.abs(a.lng - b.lng) * 2 ** a.zoom < 0.2

/** Where the map is to look when nobody says: at what matches, else at what is searched, else at the country. */
async function targetOf(client: ReturnType<typeof useQueryClient>, criteria: Criteria) {
  const corners = areasOf(criteria.location).flatMap(({ ring }) => ring.map(([lng, lat]) => ({ lng, lat })))
  return (await extentOfMatches(client, criteria)) ?? boundsAround(corners) ?? lower48
}

/** Points the map to where it is told to look; told nothing, it fits to what matches, and again when that changes. */
export function useCamera(canvas: Canvas | undefined, { criteria, isWanted, view, rested, isOwn }: Given) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(0)
  const map = canvas?.map

  const fit = async (by: 'user' | 'fit') => {
    if (!map) return
    const turn = ++latest.current
    setBusy(true)
    try {
      const target = await targetOf(client, criteria)
      if (turn !== latest.current) return
      const padding = Math.min(48, map.getContainer().clientHeight / 8)
      map.fitBounds(asBox(target), { padding, maxZoom: 16.5, animate: by === 'user' }, { by })
    } catch (error) {
      // Nobody asked for the first one; the map says itself that it cannot ask.
      if (by === 'user' && turn === latest.current) toastFailure(sentenceFor(error))
    } finally {
      if (turn === latest.current) setBusy(false)
    }
  }

  const point = useEffectEvent((to: MapView) => {
    // Its own last view comes back to it a moment later, when the user may have moved on.
    if (!map || isSame(to, viewOf(map)) || (rested.current && isSame(to, rested.current))) return
    rested.current = undefined
    map.jumpTo({ center: [to.lng, to.lat], zoom: to.zoom }, { by: 'fit' })
  })
  const fitBySelf = useEffectEvent(() => {
    if (!isOwn()) void fit('fit')
  })
  const [at, question] = [view && JSON.stringify(view), JSON.stringify(criteria)]

  useEffect(() => {
    if (map && at) {
      latest.current++
      point(JSON.parse(at))
    }
  }, [map, at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has another extent
  useEffect(() => {
    if (map && !at && isWanted) fitBySelf()
  }, [map, at, isWanted, question])
  return { fit: () => void fit('user'), isFitting: isBusy }
}
