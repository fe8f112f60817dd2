import type { Criteria } from '@dooryard/contract/criteria'

/** The same whatever the order of keys, and without those that say nothing. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, part]) => [key, canonical(part)] as const)
    .filter(([, part]) => part !== undefined && !isEmptyGroup(part))
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const isEmptyGroup = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length === 0

/** Whether two criteria ask for the same, in the same words. */
export const isSameCriteria = (one: Criteria, other: Criteria) =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))
