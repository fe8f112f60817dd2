import { useEffect, useRef } from 'react'

/** Says on a frame at which ends of what scrolls sideways in it there is more: `data-before`, `data-after`. */
export function useEnds() {
  const frame = useRef<HTMLDivElement>(null)
  const board = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [outside, inside] = [frame.current, board.current]
    if (!outside || !inside) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = inside
      outside.toggleAttribute('data-before', scrollLeft > 1)
      outside.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(inside)
    inside.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      inside.removeEventListener('scroll', look)
    }
  }, [])
  return { frame, board }
}
