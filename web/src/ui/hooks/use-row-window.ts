import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type RowWindowOptions = {
  box: RefObject<HTMLElement | null>
  count: number
  /** The row height in pixels. */
  height: number
  /** The height in pixels of the content above the rows. */
  head: number
  startAt: number
}

/** Milliseconds after the last scroll event after which scrolling counts as finished. */
const scrollIdleMs = 150

/** Rows per millisecond above which nobody can read them: some ten screens a second. */
const fastScrollRowsPerMs = 0.25

/** The longest gap in milliseconds between two events of fast scrolling, and the time it takes to end. */
const scrollStepMs = 100

/** Rows rendered before and after the visible ones, so that none is missing while scrolling. */
const overscan = 8

/**
 * A window over many rows of equal height in a scroll container: the first and last visible rows, and those to render.
 * `scrollTo` brings a row into view, `start` scrolls it to the top. While `isScrollingFast` the rows pass too fast to
 * be read, and their content need not be rendered.
 */
export function useRowWindow({ box, count, height, head, startAt }: RowWindowOptions) {
  const [visible, setVisible] = useState({ first: startAt, last: startAt + 20 })
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const { isFlying: isScrollingFast, moved } = useFastScroll()
  const latest = useRef({ height, head, sight: visible })
  latest.current = { height, head, sight: visible }
  const measure = useCallback(() => {
    const { height, head, sight: visible } = latest.current
    if (!box.current) return
    const { scrollTop, clientHeight } = box.current
    const first = Math.max(0, Math.floor(scrollTop / height))
    const last = Math.max(first, Math.ceil((scrollTop + clientHeight - head) / height) - 1)
    if (first !== visible.first || last !== visible.last) setVisible({ first, last })
  }, [box])
  useLayoutEffect(() => {
    const scrolled = box.current
    if (!scrolled) return
    // In the same frame, or the rows would appear late.
    const onScroll = () => {
      movedAt.current = performance.now()
      flushSync(() => {
        moved(scrolled.scrollTop / latest.current.height)
        measure()
      })
    }
    const sizes = new ResizeObserver(measure)
    scrolled.addEventListener('scroll', onScroll, { passive: true })
    sizes.observe(scrolled)
    return () => {
      scrolled.removeEventListener('scroll', onScroll)
      sizes.disconnect()
    }
  }, [box, measure, moved])
  const start = useCallback(
    (index: number) => {
      if (box.current) box.current.scrollTop = index * latest.current.height
      measure()
    },
    [box, measure],
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
  const last = Math.min(visible.last, Math.max(0, count - 1))
  const first = Math.min(visible.first, last)
  const [from, to] = [Math.max(0, first - overscan), Math.min(count - 1, last + overscan)]
  const drawn = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step)
  const isMoving = () => performance.now() - movedAt.current < scrollIdleMs
  return { first, last, drawn, isFlying: isScrollingFast, isMoving, start, scrollTo }
}

/** Whether rows pass too fast to be read. `moved` is called with each new position, in rows. */
function useFastScroll() {
  const [isScrollingFast, setScrollingFast] = useState(false)
  const step = useRef({ row: 0, at: Number.NEGATIVE_INFINITY })
  const stopTimer = useRef<number>(undefined)
  const moved = useCallback((row: number) => {
    const now = performance.now()
    const ms = now - step.current.at
    const isFast = ms < scrollStepMs && Math.abs(row - step.current.row) / ms > fastScrollRowsPerMs
    step.current = { row, at: now }
    if (!isFast) return
    setScrollingFast(true)
    window.clearTimeout(stopTimer.current)
    stopTimer.current = window.setTimeout(() => setScrollingFast(false), scrollStepMs)
  }, [])
  useEffect(() => () => window.clearTimeout(stopTimer.current), [])
  return { isFlying: isScrollingFast, moved }
}
