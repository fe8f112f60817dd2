import { ActionIcon, NativeSelect } from '@mantine/core'
import type { Cell, Row as TableRow } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ColumnMeta, features } from './columns.ts'
import base from './data-table.module.css'
import { moveBetweenRows, openRow } from './rows.ts'
import classes from './table-cards.module.css'
import type { RowsProps } from './table-grid.tsx'

function Card<Row extends object>({
  row,
  table,
}: {
  row: TableRow<typeof features, Row>
  table: RowsProps<Row>['table']
}) {
  const cells = row.getAllCells()
  const placed = (place: ColumnMeta['card']) => cells.filter(({ column }) => column.columnDef.meta?.card === place)
  const show = (cell: Cell<typeof features, Row, unknown>) => <table.FlexRender key={cell.id} cell={cell} />
  const facts = cells.filter(({ column }) => (column.columnDef.meta?.card ?? 'wide') === 'wide')
  const actions = placed('action')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the card's link serves the keyboard
    <li data-row className={classes.card} onClick={openRow}>
      <div className={classes.cardTop}>
        <div className={classes.cardTitle}>{placed('title').map(show)}</div>
        {placed('corner').map(show)}
      </div>
      <dl className={classes.cardFacts}>
        {facts.map((cell) => (
          <div key={cell.id} data-wide={cell.column.columnDef.meta?.card === 'wide' || undefined}>
            <dt>{String(cell.column.columnDef.header)}</dt>
            <dd>{show(cell)}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && <div className={classes.cardActions}>{actions.map(show)}</div>}
    </li>
  )
}

/** What a table's headers do on a desk. */
function SortBar<Row extends object>({ table }: Pick<RowsProps<Row>, 'table'>) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort())
  const sorted = columns.find((column) => column.getIsSorted())
  if (columns.length === 0) return null
  const choices = columns.map(({ id, columnDef }) => ({ value: id, label: `Sort by ${columnDef.header}` }))
  return (
    <div className={classes.sortBar}>
      <NativeSelect
        size="xs"
        aria-label="Sort by"
        data={sorted ? choices : [{ value: '', label: 'Sort by…', disabled: true }, ...choices]}
        value={sorted?.id ?? ''}
        onChange={({ currentTarget }) => table.setSorting([{ id: currentTarget.value, desc: false }])}
      />
      {sorted && (
        <ActionIcon
          variant="default"
          size={30}
          aria-label={sorted.getIsSorted() === 'desc' ? 'Highest first' : 'Lowest first'}
          onClick={() => sorted.toggleSorting()}
        >
          {sorted.getIsSorted() === 'desc' ? <ArrowDown size={16} /> : <ArrowUp size={16} />}
        </ActionIcon>
      )}
    </div>
  )
}

/** The rows as cards, for screens too narrow for a table. */
export function TableCards<Row extends object>({ label, table, isLoading, skeletons }: RowsProps<Row>) {
  if (isLoading) {
    return (
      <div className={classes.cards} role="status" aria-label={`${label}, loading`}>
        {Array.from({ length: skeletons }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
          <div key={index} className={classes.card}>
            <span className={base.bone} style={{ width: '60%' }} />
            <span className={base.bone} style={{ width: '85%' }} />
            <span className={base.bone} style={{ width: '45%' }} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <>
      <SortBar table={table} />
      <ul className={classes.cards} onKeyDown={moveBetweenRows}>
        {table.getRowModel().rows.map((row) => (
          <Card key={row.id} row={row} table={table} />
        ))}
      </ul>
    </>
  )
}
