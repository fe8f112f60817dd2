import type { Header, ReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { PointerEvent } from 'react'
import type { ColumnMeta, features } from './columns.ts'
import classes from './data-table.module.css'
import { moveBetweenRows, openRow } from './rows.ts'
import { ScrollRegion } from './scroll-region.tsx'

export type RowsProps<Row extends object> = {
  label: string
  table: ReactTable<typeof features, Row>
  isLoading: boolean
  skeletons: number
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const
const sortIcons = { asc: ArrowUp, desc: ArrowDown }

const getColumnWidth = (meta: ColumnMeta | undefined) => (meta?.share ? `${meta.share}%` : meta?.width)

function HeaderCell<Row extends object>({ header, table }: HeaderCellProps<Row>) {
  const { column } = header
  const sorted = column.getIsSorted()
  const Icon = sortIcons[sorted || 'asc']
  const words = <table.FlexRender header={header} />
  return (
    <th
      scope="col"
      aria-sort={sorted ? sortNames[sorted] : undefined}
      data-align={column.columnDef.meta?.align}
      style={{ width: getColumnWidth(column.columnDef.meta) }}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className={classes.sort}
          data-sorted={sorted || undefined}
          onClick={() => column.toggleSorting()}
        >
          {words}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        words
      )}
    </th>
  )
}

type HeaderCellProps<Row extends object> = {
  header: Header<typeof features, Row, unknown>
  table: ReactTable<typeof features, Row>
}

const SkeletonRows = ({ rows, columns }: { rows: number; columns: number }) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
        <td key={column}>
          <span className={classes.bone} style={{ width: `${40 + ((row * 7 + column * 13) % 5) * 11}%` }} />
        </td>
      ))}
    </tr>
  ))

/** Shows truncated text in full on hover. */
function showFullText({ currentTarget: cell }: PointerEvent<HTMLElement>) {
  // biome-ignore lint/performance/useDomNodeTextContent: its lines stay apart
  cell.title = cell.innerText
}

const getCellProps = (meta: ColumnMeta | undefined) => ({
  'data-align': meta?.align,
  ...(meta?.share && { 'data-shrinks': '', onPointerEnter: showFullText }),
})

export function TableGrid<Row extends object>({ label, table, isLoading, skeletons }: RowsProps<Row>) {
  const columns = table.getAllLeafColumns()
  return (
    <ScrollRegion label={label}>
      <table className={classes.table} aria-busy={isLoading}>
        <caption className="visually-hidden">{isLoading ? `${label}, loading` : label}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} table={table} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {isLoading ? (
            <SkeletonRows rows={skeletons} columns={columns.length} />
          ) : (
            table.getRowModel().rows.map((row) => (
              <tr key={row.id} data-row className={classes.row} onClick={openRow}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} {...getCellProps(cell.column.columnDef.meta)}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
