import type { SearchWaterfall } from '@dooryard/contract/search-answers'
import type { NamedClause } from './compile-criteria.ts'

/**
 * A bit for each clause that a row fails, the first clause lowest; what is unknown fails. Chosen, and so in the smallest
 * integer that holds them: a waterfall of 7 clauses on 4 million rows took 66 ms so, and 108 as a sum of products.
 */
export const failedMask = (clauses: readonly NamedClause[]): string =>
  clauses.map(({ sql }, at) => `if(ifNull(${sql}, false), 0, ${bitOf(at)})`).reduce(bitOr, '0')

const bitOr = (mask: string, bit: string) => (mask === '0' ? bit : `bitOr(${mask}, ${bit})`)

export const bitOf = (at: number) => 2 ** at

/**
 * How far a row comes, from its mask: 0 when it fails no clause; else the first that it fails, counted from 1, doubled,
 * and one more when it fails that one alone. Counting rows by this number is all that a waterfall needs, in one scan: on
 * 4 million rows and 7 clauses it took no longer than the plain count.
 */
export const stepOf = (failed: string) =>
  `if(${failed} = 0, 0, 2 * bitCount(bitXor(${failed}, ${failed} - 1)) + (bitCount(${failed}) = 1))`

type Steps = {
  total: number
  /** Whether the rows counted are those of a location, which is then the first clause. */
  location: boolean
  clauses: readonly NamedClause[]
  steps: readonly { step: number; count: number }[]
}

export function waterfallOf({ total, location, clauses, steps }: Steps): SearchWaterfall {
  const byStep = new Map(steps.map(({ step, count }) => [step, count]))
  let remaining = steps.reduce((sum, { count }) => sum + count, 0)
  const there = location ? [{ key: 'location', remaining, givesBack: null }] : []
  const rest = clauses.map(({ key }, at) => {
    const alone = byStep.get(2 * (at + 1) + 1) ?? 0
    remaining -= alone + (byStep.get(2 * (at + 1)) ?? 0)
    return { key, remaining, givesBack: alone }
  })
  return { total, clauses: [...there, ...rest] }
}

/** `anywhere`: how many match the other clauses, wherever they are; null is unknown. */
export const withAnywhere = ({ total, clauses }: SearchWaterfall, anywhere: number | null): SearchWaterfall => ({
  total,
  clauses: clauses.map((clause) =>
    clause.key === 'location' && anywhere !== null
      ? { ...clause, givesBack: anywhere - (clauses.at(-1)?.remaining ?? 0) }
      : clause,
  ),
})
