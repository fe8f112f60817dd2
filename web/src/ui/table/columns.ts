import { type CellContext, type ColumnDef, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ComponentType, ReactNode } from 'react'
import { toTitleCase } from '../../lib/format/format.ts'

/** A custom filter of a list, for the value under its key in the address. */
export type CustomFilterProps = { label: string; value: unknown; onFilter: (value: unknown) => void }

/** A column filter, stored in the address under `key`: as a text, a day, or several values with `selects`. */
export type ColumnFilter =
  | { kind: 'select' | 'selects'; key: string; label: string; options: { value: string; label: string }[] }
  | { kind: 'text'; key: string; label: string }
  // The address has days unless these two convert them.
  | { kind: 'day'; key: string; label: string; toDay?: (value: string) => string; fromDay?: (day: string) => string }
  | { kind: 'own'; key: string; label: string; Box: ComponentType<CustomFilterProps> }

export const buildSelectFilter = (key: string, label: string, values: readonly string[]): ColumnFilter => ({
  kind: 'select',
  key,
  label,
  options: values.map((value) => ({ value, label: toTitleCase(value) })),
})

export type ColumnMeta = {
  align?: 'right'
  width?: number
  /** Marks a text column that shrinks first: its share of the table width in percent. */
  share?: number
  filter?: ColumnFilter | readonly ColumnFilter[]
  /** The position on a phone card: among the details by default, or on lines of its own with `wide`. */
  card?: 'title' | 'corner' | 'wide' | 'action' | 'none'
}

export const features = tableFeatures({ rowSortingFeature, columnMeta: {} as ColumnMeta })

// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
export type Columns<Row extends object> = ColumnDef<typeof features, Row, any>[]

/** A column definition: `cell` renders the row's cell, `sortable` means that the server can sort by this `id`. */
export type Column<Row> = ColumnMeta & { id: string; header: string; sortable?: boolean; cell: (row: Row) => ReactNode }

/** The renderer of all columns. A new component per definition would remount the cells and lose their focus. */
// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
function Cell<Row extends object>({ row, column }: CellContext<typeof features, Row, any>): ReactNode {
  // Not the cached value of the cell: a cell may depend on the time or on pending work.
  return column.accessorFn?.(row.original, row.index)
}

/** The columns of a table from their definitions. */
export const defineColumns = <Row extends object>(columns: Column<Row>[]): Columns<Row> =>
  columns.map(({ id, header, sortable = false, cell, ...meta }) => ({
    id,
    header,
    enableSorting: sortable,
    meta,
    accessorFn: cell,
    cell: Cell,
  }))

type ColumnsByKey<Row, Key extends string> = Record<Key, Omit<Column<Row>, 'id'>>

/** Picks the columns of one list from all columns of its rows, in the list's order, with the list's overrides. */
export const pickColumns = <Row extends object, Key extends string>(
  all: ColumnsByKey<Row, Key>,
  picked: Partial<Record<Key, Partial<Omit<Column<Row>, 'id'>>>>,
): Columns<Row> => defineColumns((Object.keys(picked) as Key[]).map((id) => ({ id, ...all[id], ...picked[id] }))) // no other keys are typed

/** The state of a table, stored in the address. Filters are stored alongside under their own keys. */
export type TableState = {
  page: number
  limit: number
  sort?: string
  order?: 'asc' | 'desc'
  search?: string
}

/** A change of the address; undefined values are removed. */
export type TableStateChange = Partial<TableState> & Record<string, unknown>

/** Changes the address; `replace` skips the history entry. */
export type OnTableStateChange = (change: TableStateChange, how?: { replace: boolean }) => void
