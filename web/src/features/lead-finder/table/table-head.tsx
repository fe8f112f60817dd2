import { NativeSelect, UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type HTMLAttributes, useEffect, useRef } from 'react'
import type { FinderState, OnFinderStateChange, PropertySort } from '../finder-state.ts'
import { getSelectionShare } from '../selection/selection-rules.ts'
import type { Selection } from '../selection/use-selection.ts'
import classes from './results-table.module.css'
import { type RowColumn, rowColumns } from './row-columns.tsx'

type Sorting = Pick<FinderState, 'sort' | 'order'>

type TableHeadProps = {
  columns: readonly RowColumn[]
  isPhone: boolean
  sorting: Sorting
  onState: OnFinderStateChange
  /** The properties of the visible rows. */
  loaded: readonly string[]
  selection: Selection
}

/** Ascending, then descending, then the fastest order. */
const getNextSorting = (sort: PropertySort, current: Sorting): Sorting =>
  current.sort !== sort
    ? { sort, order: 'asc' }
    : current.order === 'asc'
      ? { sort, order: 'desc' }
      : { sort: 'place', order: 'asc' }

export const TableHead = ({ columns, isPhone, sorting, onState, loaded, selection }: TableHeadProps) => (
  // biome-ignore lint/a11y/useSemanticElements: rows that are not there yet cannot stand in a real table
  <div role="rowgroup" className={classes.head}>
    {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
    <div role="row" className={classes.headRow} aria-rowindex={1}>
      <Header className={classes.box}>
        <SelectAllBox loaded={loaded} selection={selection} />
      </Header>
      {isPhone ? (
        <Header className={classes.headCell}>
          <SortSelect sorting={sorting} onState={onState} />
        </Header>
      ) : (
        columns.map((column, at) => (
          <HeadCell key={column.key} column={column} isFirst={at === 0} sorting={sorting} onState={onState} />
        ))
      )}
    </div>
  </div>
)

function SelectAllBox({ loaded, selection }: Pick<TableHeadProps, 'loaded' | 'selection'>) {
  const input = useRef<HTMLInputElement>(null)
  const share = getSelectionShare(selection.selected, loaded)
  useEffect(() => {
    if (input.current) input.current.indeterminate = share === 'some'
  }, [share])
  return (
    <label className={classes.check}>
      <input
        ref={input}
        type="checkbox"
        aria-label="Select the visible properties"
        checked={share === 'all'}
        disabled={loaded.length === 0}
        onChange={() => selection.set(loaded, share === 'none')}
      />
    </label>
  )
}

// biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above, and what is in it has the focus
const Header = (props: HTMLAttributes<HTMLSpanElement>) => <span role="columnheader" {...props} />

type HeadCellProps = { column: RowColumn; isFirst: boolean; sorting: Sorting; onState: OnFinderStateChange }

function HeadCell({ column: { label, isLabelHidden, align, sort }, isFirst, sorting, onState }: HeadCellProps) {
  const isSorted = sort === sorting.sort
  const Icon = isSorted && sorting.order === 'desc' ? ArrowDown : ArrowUp
  return (
    <Header
      className={classes.headCell}
      {...{ 'data-align': align, 'data-first': isFirst || undefined }}
      aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sort ? (
        <UnstyledButton
          className={classes.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onState({ ...getNextSorting(sort, sorting), at: 0 })}
        >
          {label}
          <Icon size={14} aria-hidden="true" />
        </UnstyledButton>
      ) : isLabelHidden ? (
        <span className="visually-hidden">{label}</span>
      ) : (
        label
      )}
    </Header>
  )
}

const sortableColumns = rowColumns.flatMap(({ sort, label }) => (sort ? [{ sort, label }] : []))

const sortOptions = [
  { value: 'place asc', label: 'Sorted by place' },
  ...sortableColumns.flatMap(({ sort, label }) => [
    { value: `${sort} asc`, label: `${label}, lowest first` },
    { value: `${sort} desc`, label: `${label}, highest first` },
  ]),
]

function SortSelect({ sorting, onState }: { sorting: Sorting; onState: OnFinderStateChange }) {
  const choose = (value: string) => {
    const [sort, order] = value.split(' ')
    const chosen = sortableColumns.find((column) => column.sort === sort)
    onState({ sort: chosen?.sort ?? 'place', order: order === 'desc' ? 'desc' : 'asc', at: 0 })
  }
  return (
    <NativeSelect
      variant="unstyled"
      size="xs"
      aria-label="Sort by"
      data={sortOptions}
      value={`${sorting.sort} ${sorting.order}`}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
