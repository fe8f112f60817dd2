import type { Facet } from '@dooryard/contract/search-answers'

/** How many a facet of values has at most; of one that is full, what it does not name may be there all the same. */
const most = 1_000

/** How many matches have a value under the other filters; undefined while that is not known. */
export type CountOf = (value: string) => number | undefined

/** Reads a facet of values. What it does not name has none. */
export function countsIn(facet: Facet | undefined): CountOf {
  if (facet?.kind !== 'VALUES') return () => undefined
  const counts = new Map(facet.values.map(({ value, count }) => [value, count]))
  const isWhole = counts.size < most
  return (value) => counts.get(value) ?? (isWhole ? 0 : undefined)
}
