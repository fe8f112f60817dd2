/** Sorts the keys of a value and removes its empty parts. */
function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, part]) => [key, toCanonical(part)] as const)
    .filter(([, part]) => part !== undefined && !isEmptyGroup(part))
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const isEmptyGroup = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length === 0

/** JSON that is the same for equal values, regardless of the order of keys and of empty parts. */
export const toCanonicalJson = (value: object): string => JSON.stringify(toCanonical(value))
