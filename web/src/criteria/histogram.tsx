import type { Range } from '@dooryard/contract/criteria'
import type { RangeUnit } from '@dooryard/contract/criteria-fields'
import { type PointerEvent, useRef, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import classes from './histogram.module.css'
import { barAt, heightsOf, isWithin, type RangeFacet, rangeOfBars } from './histogram-scale.ts'
import { rangeInWords } from './words.ts'

type HistogramProps = {
  label: string
  unit: RangeUnit
  facet: RangeFacet
  isStale: boolean
  value: Range | undefined
  /** Each range that is drawn; an empty one is every value. */
  onDraw: (range: Pick<Range, 'min' | 'max'>) => void
}

const isSame = (one: Pick<Range, 'min' | 'max'>, other: Range | undefined) =>
  other !== undefined && one.min === other.min && one.max === other.max

/** Follows the pointer over the bars: which one it is at, and the range from where it went down. */
function useDrawing({ facet: { buckets }, unit, value, onDraw }: HistogramProps) {
  const [at, setAt] = useState<number>()
  const drag = useRef<{ start: number; last: number; before: Range | undefined }>(undefined)
  const barOf = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return barAt((clientX - left) / width, buckets.length)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      const bar = barOf(event)
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { start: bar, last: bar, before: value }
      onDraw(rangeOfBars(buckets, bar, bar, unit))
    },
    onPointerMove: (event: PointerEvent) => {
      const bar = barOf(event)
      setAt(bar)
      if (!drag.current || bar === drag.current.last) return
      drag.current.last = bar
      onDraw(rangeOfBars(buckets, drag.current.start, bar, unit))
    },
    onPointerUp: () => {
      const { start, last, before } = drag.current ?? {}
      drag.current = undefined
      if (start === undefined || start !== last) return
      // The only bar of the range, pressed again, gives every value back.
      if (isSame(rangeOfBars(buckets, start, start, unit), before)) onDraw({})
    },
    onPointerCancel: () => {
      if (drag.current) onDraw(drag.current.before ?? {})
      drag.current = undefined
    },
    onPointerLeave: () => setAt(undefined),
  }
  return { at, handlers }
}

/** What there is of each value, as bars; drawing over them sets the range. The boxes below are the keyboard's way. */
export function Histogram(props: HistogramProps) {
  const { label, unit, facet, isStale, value } = props
  const { at, handlers } = useDrawing(props)
  const { buckets } = facet
  const heights = heightsOf(buckets)
  const said = (bar: number) => {
    const { count = 0 } = buckets[bar] ?? {}
    return `${rangeInWords(rangeOfBars(buckets, bar, bar, unit), unit)}: ${formatNumber(count)}`
  }
  const most = heights.indexOf(1)
  return (
    <div
      className={classes.bars}
      role="img"
      aria-label={most < 0 ? `${label}: nothing known` : `${label}, most of them ${said(most)}`}
      data-stale={isStale || undefined}
      {...handlers}
    >
      {heights.map((height, bar) => (
        <i
          key={buckets[bar]?.from ?? 'first'}
          data-lit={
            (value !== undefined && isWithin(buckets[bar] ?? { from: null, to: null, count: 0 }, value, unit)) ||
            undefined
          }
          data-at={bar === at || undefined}
          style={{ height: `${height * 100}%` }}
        />
      ))}
      {at !== undefined && (
        <span className={classes.said} data-end={at > buckets.length / 2 || undefined} aria-hidden="true">
          {said(at)}
        </span>
      )}
    </div>
  )
}
