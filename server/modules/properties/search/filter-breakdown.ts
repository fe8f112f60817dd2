import type { FilterBreakdown } from '@dooryard/contract/properties/facets'
import type { NamedClause } from './compile/compile-criteria.ts'

/**
 * A bit mask of the clauses that a row fails, the first clause lowest; unknown fails. Built with `if` and `bitOr`, and
 * so in the smallest integer: a breakdown of 7 clauses on 4 million rows took 66 ms, and 108 ms as a sum of products.
 */
export const failedMaskSql = (clauses: readonly NamedClause[]): string =>
  clauses.map(({ sql }, at) => `if(ifNull(${sql}, false), 0, ${getBit(at)})`).reduce(bitOrSql, '0')

const bitOrSql = (mask: string, bit: string) => (mask === '0' ? bit : `bitOr(${mask}, ${bit})`)

export const getBit = (at: number) => 2 ** at

/**
 * Encodes a row's mask: 0 when it fails no clause; else twice the number of its first failed clause, counted from 1,
 * plus one when it fails only that one. Counts by this number are all a filter breakdown needs, in one scan: on 4
 * million rows and 7 clauses it took no longer than the plain count.
 */
export const failedStepSql = (failed: string) =>
  `if(${failed} = 0, 0, 2 * bitCount(bitXor(${failed}, ${failed} - 1)) + (bitCount(${failed}) = 1))`

/** The step of rows that fail only the clause at this place of the clauses, counted from 0. */
export const getOnlyFailedStep = (at: number): number => 2 * (at + 1) + 1

type BreakdownInput = {
  total: number
  /** Whether the counted rows are those of a location, which is then the first clause. */
  location: boolean
  clauses: readonly NamedClause[]
  steps: readonly { step: number; count: number }[]
}

export function buildFilterBreakdown({ total, location, clauses, steps }: BreakdownInput): FilterBreakdown {
  const byStep = new Map(steps.map(({ step, count }) => [step, count]))
  let remaining = steps.reduce((sum, { count }) => sum + count, 0)
  const there = location ? [{ key: 'location', remaining, givesBack: null }] : []
  const rest = clauses.map(({ key }, at) => {
    const onlyThis = byStep.get(getOnlyFailedStep(at)) ?? 0
    remaining -= onlyThis + (byStep.get(getOnlyFailedStep(at) - 1) ?? 0)
    return { key, remaining, givesBack: onlyThis }
  })
  return { total, clauses: [...there, ...rest] }
}

/** `anywhere`: matches of the other clauses in any location; null is unknown. */
export const addAnywhereCount = ({ total, clauses }: FilterBreakdown, anywhere: number | null): FilterBreakdown => ({
  total,
  clauses: clauses.map((clause) =>
    clause.key === 'location' && anywhere !== null
      ? { ...clause, givesBack: anywhere - (clauses.at(-1)?.remaining ?? 0) }
      : clause,
  ),
})
