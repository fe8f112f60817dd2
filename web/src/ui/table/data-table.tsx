import type { PageResult } from '@dooryard/contract/api/paging'
import { Box, Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type SortingState, useTable } from '@tanstack/react-table'
import {
  isValidElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { EmptyList, LoadFailure, NoResults, StateView, type StateViewProps } from '../feedback/state-view.tsx'
import { type Columns, features, type OnTableStateChange, type TableState } from './columns.ts'
import classes from './data-table.module.css'
import { Pagination } from './pagination.tsx'
import { focusFirstRow } from './rows.ts'
import { TableCards } from './table-cards.tsx'
import { TableGrid } from './table-grid.tsx'

export type DataTableProps<Row extends object> = {
  /** The plural name of the rows: `Orders`. */
  label: string
  columns: Columns<Row>
  /** With `hasMore` when a search found more than are counted. */
  result: UseQueryResult<PageResult<Row> & { hasMore?: boolean }>
  /** Defaults to the row's `id`. */
  rowId?: (row: Row) => string
  /** The state from the address, including filters; the table has no state of its own. */
  state: TableState
  onState: OnTableStateChange
  searchBy?: string
  /** The hint of a list that is empty without any filter. */
  empty: StateViewProps | ReactElement
  /** Clears the filters that the screen shows outside the table; undefined while none is set. */
  onClear?: (() => void) | undefined
  toolbar?: ReactNode
}

// Many tables have no toolbar.
const Toolbar = lazy(async () => ({ default: (await import('./filters/toolbar.tsx')).Toolbar }))

const noRows: never[] = []

const getDefaultRowId = (row: object) => String((row as { id?: unknown }).id) // rows have an id when `rowId` is omitted

function useServerTable<Row extends object>({
  columns,
  result,
  rowId = getDefaultRowId,
  state,
  onState,
}: DataTableProps<Row>) {
  const sorting: SortingState = state.sort ? [{ id: state.sort, desc: state.order === 'desc' }] : []
  return useTable<typeof features, Row>({
    features,
    columns,
    data: result.data?.items ?? noRows,
    getRowId: rowId,
    defaultColumn: { enableSorting: false },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (change) => {
      const [sorted] = typeof change === 'function' ? change(sorting) : change
      if (sorted) onState({ sort: sorted.id, order: sorted.desc ? 'desc' : 'asc', page: 1 })
    },
  })
}

/** Redirects from a page past the end to the last page. Returns whether the address is past the end. */
function useLastPage<Row extends object>({ result, state, onState }: DataTableProps<Row>) {
  const { data, isPlaceholderData } = result
  const last = Math.max(1, data?.totalPages ?? 1)
  const isPast = data !== undefined && !isPlaceholderData && state.page > last
  const goToLast = useEffectEvent(() => onState({ page: last }, { replace: true }))
  useEffect(() => {
    if (isPast) goToLast()
  }, [isPast])
  return isPast
}

/**
 * The component of every list in the portal: rows from the server, state from the address, a table on desktops and
 * cards on phones.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, result, state, onState, onClear, searchBy, empty, toolbar } = props
  const list = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const table = useServerTable(props)
  const values = state as Record<string, unknown>
  const filters = columns
    .flatMap(({ meta }) => meta?.filter ?? [])
    .map((filter) => ({ filter, value: values[filter.key] }))
  const clear = () =>
    onState({ search: undefined, page: 1, ...Object.fromEntries(filters.map(({ filter }) => [filter.key, undefined])) })
  const hasFilters = Boolean(onClear || state.search) || filters.some(({ value }) => String(value ?? ''))
  const isPast = useLastPage(props)
  const isEmpty = result.data?.totalCount === 0
  const isFirstUse = isEmpty && !hasFilters
  const hasToolbar = (searchBy || filters.length > 0 || toolbar) && !isFirstUse
  const Rows = isPhone ? TableCards : TableGrid
  const skeletons = Math.min(state.limit, 10)
  const loading = (
    <>
      {hasToolbar && <Box h={61} style={{ borderBottom: '1px solid var(--line)' }} />}
      <div className={classes.list}>
        <Rows label={label} table={table} isLoading skeletons={skeletons} />
      </div>
    </>
  )
  return (
    <Paper withBorder component="section" miw={0} style={{ overflow: 'hidden' }} aria-label={label}>
      {/* Filters that come after the rows can take another line, and a click on a row meets the one above it. */}
      <Suspense fallback={loading}>
        {hasToolbar && (
          <Toolbar
            searchBy={searchBy}
            search={state.search ?? ''}
            filters={filters}
            onChange={onState}
            onDown={() => focusFirstRow(list.current)}
          >
            {toolbar}
          </Toolbar>
        )}
        <div ref={list} className={classes.list} data-stale={result.isPlaceholderData || undefined}>
          {result.isError && !result.data ? (
            <LoadFailure what={label} error={result.error} onRetry={() => void result.refetch()} />
          ) : isEmpty ? (
            hasFilters ? (
              <NoResults onClear={onClear ?? clear} />
            ) : (
              <EmptyList hint={isValidElement(empty) ? empty : <StateView {...empty} />} />
            )
          ) : (
            <Rows label={label} table={table} isLoading={result.isPending || isPast} skeletons={skeletons} />
          )}
        </div>
        {result.data && !isEmpty && (
          <Pagination
            label={label}
            page={state.page}
            limit={state.limit}
            total={result.data.totalCount}
            last={Math.max(1, result.data.totalPages)}
            hasMore={result.data.hasMore}
            onChange={onState}
          />
        )}
      </Suspense>
    </Paper>
  )
}
