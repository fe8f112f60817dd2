import { maxListedRows } from '@dooryard/contract/properties/property-search'
import { Text } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useRowWindow } from '../../../ui/hooks/use-row-window.ts'
import type { FinderState, OnFinderStateChange } from '../finder-state.ts'
import { useHoverState } from '../results/hover-state.ts'
import type { Finder } from '../search/use-finder.ts'
import type { Selection } from '../selection/use-selection.ts'
import { updateCutHint } from './cut-hint.ts'
import { buildPhoneColumn } from './get-phone-button.tsx'
import classes from './results-table.module.css'
import type { RowColumn } from './row-columns.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { type ResultRows, useVirtualRows } from './use-virtual-rows.ts'

const rowHeight = 44
const cardHeight = 96
const headHeight = 40

const toTracks = (columns: readonly RowColumn[]) =>
  `44px ${columns.map(({ width, grow = 0.5 }) => `minmax(${width}px, ${grow}fr)`).join(' ')}`

const sumWidths = (columns: readonly RowColumn[]) => columns.reduce((sum, { width }) => sum + width, 44)

type ResultsTableProps = { finder: Finder; state: FinderState; isPhone: boolean; onState: OnFinderStateChange }

/** A virtualized table of all matching rows, up to the last one a search lists. */
export function ResultsTable({ finder, state, isPhone, onState }: ResultsTableProps) {
  const { rows, selection, scrollTo: scroller, open } = finder
  const { columns: chosen } = finder.columns
  const columns = useMemo(() => [...chosen, buildPhoneColumn(open)], [chosen, open])
  const box = useRef<HTMLDivElement>(null)
  const hover = useHoverState()
  const isTruncated = rows.total > rows.listed
  const size = isPhone ? cardHeight : rowHeight
  const [current, setCurrent] = useState(state.at)
  const count = rows.listed + (isTruncated ? 1 : 0)
  const rowWindow = useRowWindow({ box, count, height: size, head: isPhone ? 0 : headHeight, startAt: state.at })
  const { first, last, scrollTo } = rowWindow
  const visibleRange = { first, last: Math.min(last, Math.max(0, rows.listed - 1)), total: rows.listed }
  const { getRow } = useVirtualRows(rows.shown, visibleRange)
  useOnScrollRest(first, (at) => {
    onState({ at })
    if (!box.current?.contains(document.activeElement)) setCurrent(at)
  })
  useOnQueryChange(rows, () => {
    rowWindow.start(state.at)
    setCurrent(state.at)
  })
  useEffect(() => {
    scroller.current = scrollTo
    return () => {
      scroller.current = undefined
    }
  }, [scroller, scrollTo])
  const step = Math.max(1, last - first - 1)
  const handleKey = useRowKeyboard({
    box,
    current,
    setCurrent,
    last: rows.listed - 1,
    step,
    scrollTo,
    selection,
    onOpen: open,
  })
  // The focused row stays rendered, so that keyboard navigation continues from there.
  const rendered = includeCurrent(rowWindow.drawn, current).flatMap((index) =>
    index < rows.listed ? { index, ...getRow(index) } : [],
  )
  const isLoading = rendered.some(({ row, failure }) => !row && !failure)
  const loaded = rendered.flatMap(({ index, row }) => (row && index >= first && index <= last ? row.propertyId : []))
  return (
    <>
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
        onKeyDown={(event) => handleKey(event, getRow(current).row?.propertyId)}
        onPointerOver={({ target }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('[data-property]') : null
          updateCutHint(target)
          if (!rowWindow.isMoving()) hover.set(row?.dataset['property'])
        }}
        onPointerLeave={() => hover.set(undefined)}
      >
        <TableHead {...{ columns, isPhone, loaded, selection, onState }} sorting={state} />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={classes.rows} style={{ height: count * size }}>
          {rendered.map(({ index, row, failure }) => (
            <TableRow
              key={index}
              {...{ index, failure, columns, isPhone }}
              start={index * size}
              row={rowWindow.isFlying ? undefined : row}
              isCurrent={index === current}
              isOpen={row !== undefined && row.propertyId === state.property}
              isSelected={selection.has(row?.propertyId)}
              onFocus={setCurrent}
              onSelect={selection.toggle}
              onOpen={open}
            />
          ))}
        </div>
        {isTruncated && last >= rows.listed - 1 && (
          <Text inherit pos="sticky" left={0} px={16} py={12} c="dimmed">
            The first {formatNumber(maxListedRows)} of {pluralize(rows.total, 'property', 'properties')}. Add filters to
            see the others; an order draws from all of them.
          </Text>
        )}
      </div>
    </>
  )
}

function includeCurrent(rendered: number[], current: number): number[] {
  if (rendered.includes(current)) return rendered
  return current < (rendered[0] ?? 0) ? [current, ...rendered] : [...rendered, current]
}

/** Calls back with the first visible row once scrolling has stopped for a moment. */
function useOnScrollRest(first: number, onRest: (at: number) => void) {
  const settled = useRef(first)
  const handleRest = useEffectEvent(onRest)
  useEffect(() => {
    if (settled.current === first) return
    const timer = setTimeout(() => {
      settled.current = first
      handleRest(first)
    }, 250)
    return () => clearTimeout(timer)
  }, [first])
}

/** Calls back when the rows of another query have loaded. */
function useOnQueryChange({ shown }: ResultRows, onNew: () => void) {
  const previous = useRef(shown)
  const handleNew = useEffectEvent(onNew)
  useEffect(() => {
    if (previous.current === shown) return
    const isFirst = previous.current === undefined
    previous.current = shown
    if (!isFirst) handleNew()
  }, [shown])
}

type RowKeysOptions = {
  box: RefObject<HTMLElement | null>
  /** The row at the keyboard cursor. */
  current: number
  setCurrent: (index: number) => void
  last: number
  /** The rows visible together, by which Page Up and Page Down move. */
  step: number
  scrollTo: (index: number) => void
  selection: Selection
  onOpen: (propertyId: string) => void
}

const isInControl = (target: EventTarget) =>
  target instanceof Element && target.closest('button, select, input') !== null

/** Keyboard navigation over all rows, including those not loaded; opens and selects the current one. */
function useRowKeyboard({ box, current, setCurrent, last, step, scrollTo, selection, onOpen }: RowKeysOptions) {
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })
  const moveTo = (to: number) => {
    const next = Math.max(0, Math.min(last, to))
    wantsFocus.current = true
    setCurrent(next)
    scrollTo(next)
  }
  const targetByKey: Record<string, number> = {
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
    if (key === 'Escape' && !selection.isEmpty) return selection.clear()
    if (isInControl(target)) return
    const to = targetByKey[key]
    const isOnLink = target instanceof Element && target.closest('a') !== null
    if (to === undefined && (!propertyId || isOnLink || (key !== 'Enter' && key !== ' '))) return
    event.preventDefault()
    if (to !== undefined) moveTo(to)
    else if (propertyId && key === 'Enter') onOpen(propertyId)
    else if (propertyId) void selection.toggle(propertyId, current, shiftKey)
  }
}
