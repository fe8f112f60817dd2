import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Look } from './map.data.ts'
import type { PropertyMapProps } from './map-props.ts'
import { boundsOf, type Canvas, type Mover, viewOf } from './use-map.ts'

/** Moves that follow on each other, as of a wheel, are one. */
const settleMs = 120

const isUser = ({ by, originalEvent }: Mover) => (by ? by === 'user' : originalEvent !== undefined)

/** Where a map looks, once it has come to rest. `onView` hears of each rest; one that `isPlaced` begins with one. */
export function useLook(
  canvas: Canvas | undefined,
  isPlaced: boolean,
  onView: PropertyMapProps['onView'],
): Look | undefined {
  const [look, setLook] = useState<Look>()
  const tell = useEffectEvent(onView)
  const placed = useRef(isPlaced)
  const map = canvas?.map
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let byUser = false
    const rest = () => {
      const [view, bounds] = [viewOf(map), boundsOf(map)]
      // MapLibre counts tiles of 512 pixels, the API tiles of 256.
      setLook({ bounds, zoom: Math.min(24, view.zoom + 1) })
      tell(view, bounds, byUser ? 'user' : 'fit')
      byUser = false
    }
    const onMoveEnd = (event: Mover) => {
      byUser ||= isUser(event)
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
  return look
}
