import type { Criteria } from '@dooryard/contract/criteria'

/** A change of the filters: when it was made, and which of them differ from before. */
export type FilterHistoryEntry = { fields: readonly string[]; at: number }

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
export const isSameStep = (before: FilterHistoryEntry | undefined, next: FilterHistoryEntry) =>
  before !== undefined &&
  next.at - before.at < oneStep &&
  next.fields.length === 1 &&
  before.fields.join() === next.fields.join()
