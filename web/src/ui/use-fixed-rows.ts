import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type FixedRows = {
  box: RefObject<HTMLElement | null>
  count: number
  /** Pixels that each row is high. */
  height: number
  /** Pixels at the top of the box in which something stands before the rows. */
  head: number
  startAt: number
}

/** Milliseconds after which a box that was scrolled stands still. */
const restMs = 150

/** Rows a millisecond from which on nobody reads what flies past: some ten screens a second. */
const flightSpeed = 0.25

/** Milliseconds between two steps of one flight, and after the last one until the eye has landed. */
const stepMs = 100

/** Rows that are drawn before and behind those in sight, so that none is missing while the box is scrolled. */
const spare = 8

/**
 * Which of many rows, all of one height, are in sight in a box that is scrolled: the first and the last of them, and
 * those to draw. `scrollTo` brings a row into sight, `start` makes one the first. While `isFlying` they go past faster than
 * anybody reads, and whoever draws them need not draw what they say.
 */
export function useFixedRows({ box, count, height, head, startAt }: FixedRows) {
  const [sight, setSight] = useState({ first: startAt, last: startAt + 20 })
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const { isFlying, moved } = useFlight()
  const latest = useRef({ height, head, sight })
  latest.current = { height, head, sight }
  const look = useCallback(() => {
    const { height, head, sight } = latest.current
    if (!box.current) return
    const { scrollTop, clientHeight } = box.current
    const first = Math.max(0, Math.floor(scrollTop / height))
    const last = Math.max(first, Math.ceil((scrollTop + clientHeight - head) / height) - 1)
    if (first !== sight.first || last !== sight.last) setSight({ first, last })
  }, [box])
  useLayoutEffect(() => {
    const scrolled = box.current
    if (!scrolled) return
    // In the same frame, or the rows would come after the eye.
    const onScroll = () => {
      movedAt.current = performance.now()
      flushSync(() => {
        moved(scrolled.scrollTop / latest.current.height)
        look()
      })
    }
    const sizes = new ResizeObserver(look)
    scrolled.addEventListener('scroll', onScroll, { passive: true })
    sizes.observe(scrolled)
    return () => {
      scrolled.removeEventListener('scroll', onScroll)
      sizes.disconnect()
    }
  }, [box, look, moved])
  const start = useCallback(
    (index: number) => {
      if (box.current) box.current.scrollTop = index * latest.current.height
      look()
    },
    [box, look],
  )
  // Rows of another height stand elsewhere: what is first in sight stays so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useLayoutEffect(() => start(latest.current.sight.first), [height])
  const scrollTo = useCallback(
    (index: number) => {
      const { height, head } = latest.current
      if (!box.current) return
      const { scrollTop, clientHeight } = box.current
      const [top, end] = [index * height, (index + 1) * height - (clientHeight - head)]
      if (top < scrollTop) box.current.scrollTop = top
      else if (end > scrollTop) box.current.scrollTop = end
    },
    [box],
  )
  const last = Math.min(sight.last, Math.max(0, count - 1))
  const first = Math.min(sight.first, last)
  const [from, to] = [Math.max(0, first - spare), Math.min(count - 1, last + spare)]
  const drawn = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step)
  const isMoving = () => performance.now() - movedAt.current < restMs
  return { first, last, drawn, isFlying, isMoving, start, scrollTo }
}

/** Whether rows go past faster than anybody reads. `moved` is told each new place, in rows. */
function useFlight() {
  const [isFlying, setFlying] = useState(false)
  const step = useRef({ row: 0, at: Number.NEGATIVE_INFINITY })
  const landing = useRef<number>(undefined)
  const moved = useCallback((row: number) => {
    const now = performance.now()
    const ms = now - step.current.at
    const isFast = ms < stepMs && Math.abs(row - step.current.row) / ms > flightSpeed
    step.current = { row, at: now }
    if (!isFast) return
    setFlying(true)
    window.clearTimeout(landing.current)
    landing.current = window.setTimeout(() => setFlying(false), stepMs)
  }, [])
  useEffect(() => () => window.clearTimeout(landing.current), [])
  return { isFlying, moved }
}
