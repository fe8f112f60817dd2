import { isDeepStrictEqual } from 'node:util'

/**
 * Returns the columns that a change sets to another value, before and after; null where there are none. Undefined
 * values are not changes.
 */
export function findChanges<Row extends object>(row: Row, change: { [Name in keyof Row]?: Row[Name] | undefined }) {
  // Object entries are typed by name alone; a change has no other names than its row.
  const names = (Object.keys(change) as (keyof Row)[]).filter(
    (name) => change[name] !== undefined && !isDeepStrictEqual(change[name], row[name]),
  )
  if (names.length === 0) return null
  const pick = (from: typeof change) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Row> & Record<string, unknown>
  return { before: pick(row), after: pick(change) }
}
