import { type CellContext, type ColumnDef, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ComponentType, ReactNode } from 'react'
import { titleCase } from '../../lib/format.ts'

/** A filter that a list brings itself, over what the address has under its key. */
export type OwnFilterProps = { label: string; value: unknown; onFilter: (value: unknown) => void }

/** A filter of one column, kept in the address under `key`: as a text, a day, or with `selects` as several. */
export type ColumnFilter =
  | { kind: 'select' | 'selects'; key: string; label: string; options: { value: string; label: string }[] }
  | { kind: 'text'; key: string; label: string }
  // The address has days, unless the two say otherwise.
  | { kind: 'day'; key: string; label: string; toDay?: (value: string) => string; fromDay?: (day: string) => string }
  | { kind: 'own'; key: string; label: string; Box: ComponentType<OwnFilterProps> }

export const selectFilter = (key: string, label: string, values: readonly string[]): ColumnFilter => ({
  kind: 'select',
  key,
  label,
  options: values.map((value) => ({ value, label: titleCase(value) })),
})

export type ColumnMeta = {
  align?: 'right'
  width?: number
  /** A column of texts that gives up its room first: its share of the table in percent. */
  share?: number
  filter?: ColumnFilter | readonly ColumnFilter[]
  /** Where the column goes on a phone's card: among its facts unless said, on lines of its own when `wide`. */
  card?: 'title' | 'corner' | 'wide' | 'action' | 'none'
}

export const features = tableFeatures({ rowSortingFeature, columnMeta: {} as ColumnMeta })

// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
export type Columns<Row extends object> = ColumnDef<typeof features, Row, any>[]

/** A column as data: `cell` is what the row shows there, `sortable` what the server can sort by under this `id`. */
export type Column<Row> = ColumnMeta & { id: string; header: string; sortable?: boolean; cell: (row: Row) => ReactNode }

/** What draws every column: another one for columns that are defined anew would take the focus from what is in the cells. */
// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
function Cell<Row extends object>({ row, column }: CellContext<typeof features, Row, any>): ReactNode {
  // Not the value of the cell, which is kept as long as the row is: a cell may tell the time, or what is under way.
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

/** The columns of one list out of all that its rows can have, in its order, each with what this list says otherwise. */
export const pickColumns = <Row extends object, Key extends string>(
  all: ColumnsByKey<Row, Key>,
  picked: Partial<Record<Key, Partial<Omit<Column<Row>, 'id'>>>>,
): Columns<Row> => defineColumns((Object.keys(picked) as Key[]).map((id) => ({ id, ...all[id], ...picked[id] }))) // no others are typed

/** What a table shows, as its address says it. Filters stand beside these under their own keys. */
export type TableState = {
  page: number
  limit: number
  sort?: string
  order?: 'asc' | 'desc'
  search?: string
}

/** A change of the address: what is undefined leaves it. */
export type StateChange = Partial<TableState> & Record<string, unknown>

/** Changes the address; `replace` when the old one is not worth going back to. */
export type OnState = (change: StateChange, how?: { replace: boolean }) => void
