import { deepestRow } from '@dooryard/contract/property-search'
import { Box, Button, Text } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { ApiError } from '../../../lib/errors.ts'
import { formatNumber, plural } from '../../../lib/format.ts'
import { Notice } from '../../../ui/display/panel.tsx'
import { useOwnerLimit } from '../../../ui/display/state-view.tsx'
import { useFixedRows } from '../../../ui/use-fixed-rows.ts'
import type { FinderState, OnFinder } from '../finder-state.ts'
import { useHoverState } from '../results/hover-state.ts'
import type { Finder } from '../search/use-finder.ts'
import type { Selection } from '../selection/use-selection.ts'
import classes from './results-table.module.css'
import type { RowColumn } from './row-columns.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { type ShownRows, useVirtualRows } from './use-virtual-rows.ts'

const rowHeight = 44
const cardHeight = 96
const headHeight = 40

const toTracks = (columns: readonly RowColumn[]) =>
  `44px ${columns.map(({ width, grow = 0.5 }) => `minmax(${width}px, ${grow}fr)`).join(' ')}`

const sumWidths = (columns: readonly RowColumn[]) => columns.reduce((sum, { width }) => sum + width, 44)

type ResultsTableProps = { finder: Finder; state: FinderState; isPhone: boolean; onState: OnFinder }

/** Every row that matches, of which only those in sight are there: up to the last one that a search lists. */
export function ResultsTable({ finder, state, isPhone, onState }: ResultsTableProps) {
  const { rows, selection, scrollTo: scroller, open } = finder
  const { columns } = finder.columns
  const box = useRef<HTMLDivElement>(null)
  const hover = useHoverState()
  const isCut = rows.total > rows.listed
  const size = isPhone ? cardHeight : rowHeight
  const [current, setCurrent] = useState(state.at)
  const count = rows.listed + (isCut ? 1 : 0)
  const fixed = useFixedRows({ box, count, height: size, head: isPhone ? 0 : headHeight, startAt: state.at })
  const { first, last, scrollTo } = fixed
  const sight = { first, last: Math.min(last, Math.max(0, rows.listed - 1)), total: rows.listed }
  const { rowAt, limit } = useVirtualRows(rows.shown, sight)
  useResting(first, (at) => {
    onState({ at })
    if (!box.current?.contains(document.activeElement)) setCurrent(at)
  })
  useNewQuestion(rows, () => {
    fixed.start(state.at)
    setCurrent(state.at)
  })
  useEffect(() => {
    scroller.current = scrollTo
    return () => {
      scroller.current = undefined
    }
  }, [scroller, scrollTo])
  const step = Math.max(1, last - first - 1)
  const keys = useRowKeys({ box, current, setCurrent, last: rows.listed - 1, step, scrollTo, selection, onOpen: open })
  // The row that has the focus stays, wherever the eye goes, so that the keyboard goes on from there.
  const drawn = withCurrent(fixed.drawn, current).flatMap((index) =>
    index < rows.listed ? { index, ...rowAt(index) } : [],
  )
  const isLoading = drawn.some(({ row, failure }) => !row && !failure)
  const loaded = drawn.flatMap(({ index, row }) => (row && index >= first && index <= last ? row.propertyId : []))
  return (
    <>
      {limit && <OwnerLimitNotice error={limit.error} onRetry={limit.retry} />}
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are not there yet cannot stand in a real table */}
      <div
        ref={box}
        role="grid"
        aria-label="Properties"
        aria-rowcount={rows.listed + 1}
        aria-colcount={isPhone ? 2 : columns.length + 1}
        aria-multiselectable="true"
        aria-busy={rows.isStale || isLoading || undefined}
        className={`${classes.table} numbers`}
        data-stale={rows.isStale || undefined}
        data-cards={isPhone || undefined}
        style={
          { '--tracks': toTracks(columns), '--least': `${sumWidths(columns)}px`, '--row': `${size}px` } as CSSProperties
        }
        onKeyDown={(event) => keys(event, rowAt(current).row?.propertyId)}
        onPointerOver={({ target }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('[data-property]') : null
          if (!fixed.isMoving()) hover.set(row?.dataset['property'])
        }}
        onPointerLeave={() => hover.set(undefined)}
      >
        <TableHead {...{ columns, isPhone, loaded, selection, onState }} sorting={state} />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={classes.rows} style={{ height: count * size }}>
          {drawn.map(({ index, row, failure }) => (
            <TableRow
              key={index}
              {...{ index, failure, columns, isPhone }}
              start={index * size}
              row={fixed.isFlying ? undefined : row}
              isCurrent={index === current}
              isOpen={row !== undefined && row.propertyId === state.property}
              isSelected={selection.has(row?.propertyId)}
              onFocus={setCurrent}
              onSelect={selection.toggle}
              onOpen={open}
            />
          ))}
        </div>
        {isCut && last >= rows.listed - 1 && (
          <Text inherit pos="sticky" left={0} px={16} py={12} c="dimmed">
            The first {formatNumber(deepestRow)} of {plural(rows.total, 'property', 'properties')}. Add filters to see
            the others; an order draws from all of them.
          </Text>
        )}
      </div>
    </>
  )
}

/** Why rows are missing once the owners of a day are used up, said once for all of them. */
function OwnerLimitNotice({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { isOver, text } = useOwnerLimit(error)
  return (
    <Box role="status" px={12} py={8} style={{ borderBottom: '1px solid var(--line)' }}>
      <Notice tone="warn">
        {text}{' '}
        {isOver && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try Again
          </Button>
        )}
      </Notice>
    </Box>
  )
}

function withCurrent(drawn: number[], current: number): number[] {
  if (drawn.includes(current)) return drawn
  return current < (drawn[0] ?? 0) ? [current, ...drawn] : [...drawn, current]
}

/** Calls back with the first row in sight, once the eye has rested on it for a moment. */
function useResting(first: number, onRest: (at: number) => void) {
  const known = useRef(first)
  const rest = useEffectEvent(onRest)
  useEffect(() => {
    if (known.current === first) return
    const timer = setTimeout(() => {
      known.current = first
      rest(first)
    }, 250)
    return () => clearTimeout(timer)
  }, [first])
}

/** Calls back when the rows of another question are there. */
function useNewQuestion({ shown }: ShownRows, onNew: () => void) {
  const seen = useRef(shown)
  const start = useEffectEvent(onNew)
  useEffect(() => {
    if (seen.current === shown) return
    const isFirst = seen.current === undefined
    seen.current = shown
    if (!isFirst) start()
  }, [shown])
}

type RowKeys = {
  box: RefObject<HTMLElement | null>
  /** The row that the keyboard is at. */
  current: number
  setCurrent: (index: number) => void
  last: number
  /** Rows that are in sight together. */
  step: number
  scrollTo: (index: number) => void
  selection: Selection
  onOpen: (propertyId: string) => void
}

const inControl = (target: EventTarget) => target instanceof Element && target.closest('button, select, input') !== null

/** Moves over all rows by keyboard, also over those that are not there yet; opens and selects the one it is at. */
function useRowKeys({ box, current, setCurrent, last, step, scrollTo, selection, onOpen }: RowKeys) {
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })
  const go = (to: number) => {
    const next = Math.max(0, Math.min(last, to))
    wantsFocus.current = true
    setCurrent(next)
    scrollTo(next)
  }
  const moves: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + step,
    PageUp: current - step,
    Home: 0,
    End: last,
  }
  return (event: KeyboardEvent, propertyId: string | undefined) => {
    const { key, target, shiftKey } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Escape' && selection.selected.size > 0) return selection.clear()
    if (inControl(target)) return
    const to = moves[key]
    const isOnLink = target instanceof Element && target.closest('a') !== null
    if (to === undefined && (!propertyId || isOnLink || (key !== 'Enter' && key !== ' '))) return
    event.preventDefault()
    if (to !== undefined) go(to)
    else if (propertyId && key === 'Enter') onOpen(propertyId)
    else if (propertyId) void selection.toggle(propertyId, current, shiftKey)
  }
}
