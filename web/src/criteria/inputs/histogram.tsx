import type { RangeUnit } from '@dooryard/contract/criteria/criteria-fields'
import type { Range } from '@dooryard/contract/criteria/ranges'
import type { Facet } from '@dooryard/contract/properties/facets'
import { Paper } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { formatRange } from '../describe/format-criteria.ts'
import classes from './inputs.module.css'

export type RangeFacet = Extract<Facet, { kind: 'RANGE' }>
export type Bucket = RangeFacet['buckets'][number]
type RangeBounds = Pick<Range, 'min' | 'max'>

const continuousUnits: ReadonlySet<RangeUnit> = new Set(['dollars', 'sqft', 'percent'])

/**
 * The last value of a bucket, whose `to` is exclusive. For discrete units it is the value before `to`; for continuous
 * units it is the round number `to` itself, which is what people expect.
 */
function getLastValue({ from, to }: Bucket, unit: RangeUnit): number | undefined {
  if (to === null) return undefined
  if (continuousUnits.has(unit)) return to
  const width = from === null ? 1 : to - from
  return width < 1 ? (from ?? undefined) : Math.ceil(to) - 1
}

/** The range from one bar to another, in either order. The first and the last bar are open-ended. */
export function getBarsRange(buckets: readonly Bucket[], one: number, other: number, unit: RangeUnit): RangeBounds {
  const [first, last] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]]
  const [min, max] = [first?.from ?? undefined, last && getLastValue(last, unit)]
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

/** Whether a range overlaps a bucket. An open range overlaps every bucket. */
export function isWithin({ from, to }: Bucket, range: RangeBounds | undefined, unit: RangeUnit): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range ?? {}
  const [start, end] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
  // For continuous units the upper bound is also the start of the next bucket, which stays unlit.
  const startsBefore = continuousUnits.has(unit) && min < max ? start < max : start <= max
  return startsBefore && end > min
}

/** The height of each bar, from 0 to 1 of the highest. A bar with any matches is high enough to be visible. */
export function getBarHeights(buckets: readonly Bucket[]): number[] {
  const highest = Math.max(1, ...buckets.map(({ count }) => count))
  return buckets.map(({ count }) => (count === 0 ? 0 : Math.max(0.06, count / highest)))
}

export const getBarIndex = (share: number, bars: number) => Math.min(bars - 1, Math.max(0, Math.floor(share * bars)))

type HistogramProps = {
  label: string
  unit: RangeUnit
  facet: RangeFacet
  isStale: boolean
  value: Range | undefined
  /** Called with each range that is drawn; an empty one means every value. */
  onDraw: (range: RangeBounds) => void
}

const isSameRange = (one: RangeBounds, other: Range | undefined) =>
  other !== undefined && one.min === other.min && one.max === other.max

/** Tracks the pointer over the bars: the bar under it, and the range since the pointer was pressed. */
function useBarDrag({ facet: { buckets }, unit, value, onDraw }: HistogramProps) {
  const [at, setAt] = useState<number>()
  const drag = useRef<{ start: number; last: number; before: Range | undefined }>(undefined)
  const getPointerBar = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return getBarIndex((clientX - left) / width, buckets.length)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      const bar = getPointerBar(event)
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { start: bar, last: bar, before: value }
      onDraw(getBarsRange(buckets, bar, bar, unit))
    },
    onPointerMove: (event: PointerEvent) => {
      const bar = getPointerBar(event)
      setAt(bar)
      if (!drag.current || bar === drag.current.last) return
      drag.current.last = bar
      onDraw(getBarsRange(buckets, drag.current.start, bar, unit))
    },
    onPointerUp: () => {
      const { start, last, before } = drag.current ?? {}
      drag.current = undefined
      if (start === undefined || start !== last) return
      // Pressing the only bar of the range again clears the range.
      if (isSameRange(getBarsRange(buckets, start, start, unit), before)) onDraw({})
    },
    onPointerCancel: () => {
      if (drag.current) onDraw(drag.current.before ?? {})
      drag.current = undefined
    },
    onPointerLeave: () => setAt(undefined),
  }
  return { at, handlers }
}

/** A histogram of the values. Dragging over the bars sets the range; the inputs below serve the keyboard. */
export function Histogram(props: HistogramProps) {
  const { label, unit, facet, isStale, value } = props
  const { at, handlers } = useBarDrag(props)
  const { buckets } = facet
  const heights = getBarHeights(buckets)
  const describeBar = (bar: number) => {
    const { count = 0 } = buckets[bar] ?? {}
    return `${formatRange(getBarsRange(buckets, bar, bar, unit), unit)}: ${formatNumber(count)}`
  }
  const highestBar = heights.indexOf(1)
  return (
    <div
      className={`${classes.bars} ${classes.counted}`}
      role="img"
      aria-label={highestBar < 0 ? `${label}: nothing known` : `${label}, most of them ${describeBar(highestBar)}`}
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
          {describeBar(at)}
        </Paper>
      )}
    </div>
  )
}
