import type { MapLibreMap } from 'maplibre-gl'
import { useLayoutEffect, useRef } from 'react'

const gap = 14

/** Puts a box beside a point of the map, on whichever side has room for it. */
export function useBeside(map: MapLibreMap, at: { lat: number; lng: number }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    const { x, y } = map.project([at.lng, at.lat])
    const { offsetWidth: width, offsetHeight: height } = box.current
    const { clientWidth, clientHeight } = map.getContainer()
    const left = Math.max(8, Math.min(x - width / 2, clientWidth - width - 8))
    const top = y - height - gap >= 8 ? y - height - gap : Math.min(y + gap, clientHeight - height - 8)
    box.current.style.translate = `${Math.round(left)}px ${Math.round(Math.max(8, top))}px`
  }, [map, at.lat, at.lng])
  return box
}
