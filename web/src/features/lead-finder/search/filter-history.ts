import type { Criteria } from '@dooryard/contract/criteria/criteria'

/** A change of the filters: its time, and the fields that changed. */
export type FilterHistoryEntry = { fields: readonly string[]; at: number }

/** Changes of one filter within this many milliseconds are one step, such as a value being typed. */
const mergeWindowMs = 3_000

const toFields = (group: unknown) =>
  typeof group === 'object' && group !== null ? (group as Record<string, unknown>) : { '': group }

/** The fields in which two criteria differ, such as `location.counties`. */
export function listChangedFields(one: Criteria, other: Criteria): string[] {
  const groups = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Criteria>
  return [...groups].flatMap((group) => {
    const [before, after] = [toFields(one[group]), toFields(other[group])]
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
      .map((part) => `${group}.${part}`)
  })
}

/** Whether a change continues the previous one and needs no history entry of its own. */
export const isSameStep = (before: FilterHistoryEntry | undefined, next: FilterHistoryEntry) =>
  before !== undefined &&
  next.at - before.at < mergeWindowMs &&
  next.fields.length === 1 &&
  before.fields.join() === next.fields.join()
