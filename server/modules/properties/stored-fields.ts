/** A row as the store gives it: '' is unknown text, 64-bit integers are strings. */
export type StoredRow = Record<string, unknown>

/** How a field of an answer is read from columns of the store. */
type Field<Value> = { columns: readonly string[]; read: (row: StoredRow) => Value }

export type Fields<Shown> = { [Name in keyof Shown]-?: Field<Shown[Name]> }

/** What stands in the column is of the type that is named, as the store's schema has it. */
export const computed = <Stored, Value>(column: string, show: (stored: Stored) => Value): Field<Value> => ({
  columns: [column],
  read: (row) => show(row[column] as Stored),
})

export const stored = <Value>(column: string): Field<Value> => computed(column, (value: Value) => value)

export const nullIfBlank = <Value>(column: string): Field<Value | null> =>
  computed(column, (value: Value | '') => (value === '' ? null : value))

/** The store writes `2026-11-02 09:30:00`, always in UTC. */
export const instant = (column: string): Field<string> =>
  computed(column, (text: string) => `${text.replace(' ', 'T')}Z`)

/** The items of a nested column, which is stored as one array for each of its fields, all equally long. */
export function nested<Item>(column: string, fields: Fields<Item>): Field<Item[]> {
  const names = namesIn(fields)
  const present = presenter(fields)
  const itemAt = (row: StoredRow, at: number) =>
    Object.fromEntries(names.map((name) => [name, (row[`${column}.${name}`] as unknown[])[at]]))
  return {
    columns: names.map((name) => `${column}.${name}`),
    read: (row) => (row[`${column}.${names[0]}`] as unknown[]).map((_, at) => present(itemAt(row, at))),
  }
}

const fieldsIn = <Shown>(fields: Fields<Shown>) => Object.entries<Field<unknown>>(fields)

const namesIn = <Shown>(fields: Fields<Shown>): string[] => [
  ...new Set(fieldsIn(fields).flatMap(([, { columns }]) => columns)),
]

export const columnList = <Shown>(fields: Fields<Shown>): string =>
  namesIn(fields)
    .map((name) => `\`${name}\``)
    .join(', ')

export function presenter<Shown>(fields: Fields<Shown>): (row: StoredRow) => Shown {
  const entries = fieldsIn(fields)
  return (row) => {
    const shown: Record<string, unknown> = {}
    for (const [name, { read }] of entries) shown[name] = read(row)
    // Each field has a reader of its type.
    return shown as Shown
  }
}
