/** A row as ClickHouse returns it: '' is unknown text, 64-bit integers are strings. */
export type StoredRow = Record<string, unknown>

/** How a response field is read from ClickHouse columns. */
type Field<Value> = { columns: readonly string[]; read: (row: StoredRow) => Value }

export type Fields<Shown> = { [Name in keyof Shown]-?: Field<Shown[Name]> }

/** The column has the named type, as in the ClickHouse schema. */
export const computed = <Stored, Value>(column: string, show: (stored: Stored) => Value): Field<Value> => ({
  columns: [column],
  read: (row) => show(row[column] as Stored),
})

export const stored = <Value>(column: string): Field<Value> => computed(column, (value: Value) => value)

export const nullIfBlank = <Value>(column: string): Field<Value | null> =>
  computed(column, (value: Value | '') => (value === '' ? null : value))

/** ClickHouse writes `2026-11-02 09:30:00`, always in UTC. */
export const instant = (column: string): Field<string> =>
  computed(column, (text: string) => `${text.replace(' ', 'T')}Z`)

/** The items of a nested column, stored as one array per field, all of equal length. */
export function nested<Item>(column: string, fields: Fields<Item>): Field<Item[]> {
  const names = listColumnNames(fields)
  const present = createPresenter(fields)
  const itemAt = (row: StoredRow, at: number) =>
    Object.fromEntries(names.map((name) => [name, (row[`${column}.${name}`] as unknown[])[at]]))
  return {
    columns: names.map((name) => `${column}.${name}`),
    read: (row) => (row[`${column}.${names[0]}`] as unknown[]).map((_, at) => present(itemAt(row, at))),
  }
}

const listFields = <Shown>(fields: Fields<Shown>) => Object.entries<Field<unknown>>(fields)

const listColumnNames = <Shown>(fields: Fields<Shown>): string[] => [
  ...new Set(listFields(fields).flatMap(([, { columns }]) => columns)),
]

export const formatColumnList = <Shown>(fields: Fields<Shown>): string =>
  listColumnNames(fields)
    .map((name) => `\`${name}\``)
    .join(', ')

export function createPresenter<Shown>(fields: Fields<Shown>): (row: StoredRow) => Shown {
  const entries = listFields(fields)
  return (row) => {
    const shown: Record<string, unknown> = {}
    for (const [name, { read }] of entries) shown[name] = read(row)
    // Each field has a reader of its type.
    return shown as Shown
  }
}
