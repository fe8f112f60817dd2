/** Null where nothing is different. */
export function findChanges<Row extends object>(row: Row, change: Partial<Row>) {
  // The entries of an object are typed by name alone; a change has no other names than its row.
  const names = (Object.keys(change) as (keyof Row)[]).filter((name) => !isSame(change[name], row[name]))
  if (names.length === 0) return null
  const pick = (from: Partial<Row>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(row), after: pick(change) }
}

const isSame = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b)
