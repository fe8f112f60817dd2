import type { Criteria } from '@dooryard/contract/criteria'

/** When something was last asked, and in which filters that differs from what was asked before. */
export type AskStep = { fields: readonly string[]; at: number }

/** Changes of one filter that follow each other this soon, in milliseconds, are one step: a value that is being typed. */
const oneStep = 3_000

const partsOf = (group: unknown) =>
  typeof group === 'object' && group !== null ? (group as Record<string, unknown>) : { '': group }

/** The filters in which two criteria differ: `location.counties`. */
export function changedFields(one: Criteria, other: Criteria): string[] {
  const groups = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Criteria>
  return [...groups].flatMap((group) => {
    const [before, after] = [partsOf(one[group]), partsOf(other[group])]
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
      .map((part) => `${group}.${part}`)
  })
}

/** Whether a change goes on with the one before, which then need not be gone back to. */
export const isSameStep = (before: AskStep | undefined, next: AskStep) =>
  before !== undefined &&
  next.at - before.at < oneStep &&
  next.fields.length === 1 &&
  before.fields.join() === next.fields.join()
