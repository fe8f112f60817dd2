import type { Range } from '@dooryard/contract/criteria'
import type { RangeUnit } from '@dooryard/contract/criteria-fields'
import type { Facet } from '@dooryard/contract/search-answers'
import { Paper } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { rangeInWords } from '../describe/format-criteria.ts'
import classes from './inputs.module.css'

export type RangeFacet = Extract<Facet, { kind: 'RANGE' }>
export type Bucket = RangeFacet['buckets'][number]
type Ends = Pick<Range, 'min' | 'max'>

const continuous: ReadonlySet<RangeUnit> = new Set(['dollars', 'sqft', 'percent'])

/**
 * The last value of a bucket, which ends before `to`. Of what is counted that is the one before; what is measured ends at
 * the round number itself, which is what people mean by it.
 */
function lastOf({ from, to }: Bucket, unit: RangeUnit): number | undefined {
  if (to === null) return undefined
  if (continuous.has(unit)) return to
  const width = from === null ? 1 : to - from
  return width < 1 ? (from ?? undefined) : Math.ceil(to) - 1
}

/** The range from one bar to another, whichever comes first; the first and the last bar are open at their ends. */
export function rangeOfBars(buckets: readonly Bucket[], one: number, other: number, unit: RangeUnit): Ends {
  const [first, last] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]]
  const [min, max] = [first?.from ?? undefined, last && lastOf(last, unit)]
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

/** Whether a range has some of a bucket; every bucket is of a range that is open. */
export function isWithin({ from, to }: Bucket, range: Ends | undefined, unit: RangeUnit): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range ?? {}
  const [start, end] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
  // The round number that ends a range of what is measured opens the next bucket, which it does not light.
  const isBegun = continuous.has(unit) && min < max ? start < max : start <= max
  return isBegun && end > min
}

/** How high each bar is, from 0 to 1 of the highest; what is there at all can be seen. */
export function heightsOf(buckets: readonly Bucket[]): number[] {
  const highest = Math.max(1, ...buckets.map(({ count }) => count))
  return buckets.map(({ count }) => (count === 0 ? 0 : Math.max(0.06, count / highest)))
}

export const barAt = (share: number, bars: number) => Math.min(bars - 1, Math.max(0, Math.floor(share * bars)))

type HistogramProps = {
  label: string
  unit: RangeUnit
  facet: RangeFacet
  isStale: boolean
  value: Range | undefined
  /** Each range that is drawn; an empty one is every value. */
  onDraw: (range: Ends) => void
}

const isSame = (one: Ends, other: Range | undefined) =>
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
      className={`${classes.bars} ${classes.counted}`}
      role="img"
      aria-label={most < 0 ? `${label}: nothing known` : `${label}, most of them ${said(most)}`}
      data-stale={isStale || undefined}
      {...handlers}
    >
      {buckets.map((bucket, bar) => (
        <i
          key={bucket.from ?? 'first'}
          data-lit={(value !== undefined && isWithin(bucket, value, unit)) || undefined}
          data-at={bar === at || undefined}
          style={{ height: `${(heights[bar] ?? 0) * 100}%` }}
        />
      ))}
      {at !== undefined && (
        <Paper
          component="span"
          className="numbers"
          p="2px 8px"
          radius="sm"
          fz={12}
          lh="18px"
          bd="1px solid var(--mantine-color-default-border)"
          pos="absolute"
          bottom="calc(100% + 2px)"
          left={at > buckets.length / 2 ? undefined : 0}
          right={at > buckets.length / 2 ? 0 : undefined}
          style={{ zIndex: 1, whiteSpace: 'nowrap', pointerEvents: 'none' }}
          aria-hidden="true"
        >
          {said(at)}
        </Paper>
      )}
    </div>
  )
}
