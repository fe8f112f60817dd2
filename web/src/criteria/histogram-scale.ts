import type { Range } from '@dooryard/contract/criteria'
import type { RangeUnit } from '@dooryard/contract/criteria-fields'
import type { Facet } from '@dooryard/contract/search-answers'

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

/** Which bar stands at a share of the width. */
export const barAt = (share: number, bars: number) => Math.min(bars - 1, Math.max(0, Math.floor(share * bars)))
