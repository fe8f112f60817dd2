import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import type { Cell, Row as TableRow } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ColumnMeta, features } from './columns.ts'
import classes from './data-table.module.css'
import { moveBetweenRows, openRow } from './rows.ts'
import type { RowsProps } from './table-grid.tsx'

type CardProps<Row extends object> = Pick<RowsProps<Row>, 'table'> & { row: TableRow<typeof features, Row> }

function Card<Row extends object>({ row, table }: CardProps<Row>) {
  const cells = row.getAllCells()
  const placed = (place: ColumnMeta['card']) => cells.filter(({ column }) => column.columnDef.meta?.card === place)
  const show = (cell: Cell<typeof features, Row, unknown>) => <table.FlexRender key={cell.id} cell={cell} />
  const facts = cells.filter(({ column }) => (column.columnDef.meta?.card ?? 'wide') === 'wide')
  const actions = placed('action')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the card's link serves the keyboard
    <li data-row className={classes.card} onClick={openRow}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap={12}>
        <div className={classes.cardTitle}>{placed('title').map(show)}</div>
        {placed('corner').map(show)}
      </Group>
      <dl className={classes.cardFacts}>
        {facts.map((cell) => (
          <div key={cell.id} data-wide={cell.column.columnDef.meta?.card === 'wide' || undefined}>
            <dt>{String(cell.column.columnDef.header)}</dt>
            <dd>{show(cell)}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && <Group gap={8}>{actions.map(show)}</Group>}
    </li>
  )
}

function SortBar<Row extends object>({ table }: Pick<RowsProps<Row>, 'table'>) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort())
  const sorted = columns.find((column) => column.getIsSorted())
  if (columns.length === 0) return null
  const choices = columns.map(({ id, columnDef }) => ({ value: id, label: `Sort by ${columnDef.header}` }))
  return (
    <Group gap={6} wrap="nowrap" px={12} py={10} bg="var(--raised)" className={classes.sortBar}>
      <NativeSelect
        flex={1}
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
    </Group>
  )
}

export function TableCards<Row extends object>({ label, table, isLoading, skeletons }: RowsProps<Row>) {
  if (isLoading) {
    return (
      <div className={classes.cards} role="status" aria-label={`${label}, loading`}>
        {Array.from({ length: skeletons }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
          <div key={index} className={classes.card}>
            <span className={classes.bone} style={{ width: '60%' }} />
            <span className={classes.bone} style={{ width: '85%' }} />
            <span className={classes.bone} style={{ width: '45%' }} />
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
