import { deepestRow } from '@dooryard/contract/property-search'
import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatNumber, plural } from '../../lib/format.ts'
import { useFixedRows } from '../../ui/use-fixed-rows.ts'
import type { FinderState, OnFinder } from './finder-state.ts'
import { OwnerLimitNotice } from './owner-limit-notice.tsx'
import { usePointed } from './pointed.ts'
import classes from './results-table.module.css'
import type { RowColumn } from './row-columns.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { Selection } from './use-selection.ts'
import { type ShownRows, type Slot, useSlots } from './use-shown-rows.ts'

type ResultsTableProps = {
  rows: ShownRows
  columns: readonly RowColumn[]
  isPhone: boolean
  sorting: Pick<FinderState, 'sort' | 'order'>
  selection: Selection
  opened: string | undefined
  startAt: number
  /** By which the screen brings a row into sight. */
  scroller: RefObject<((index: number) => void) | undefined>
  onState: OnFinder
  onOpen: (propertyId: string) => void
}

const rowHeight = 44
const cardHeight = 96
const headHeight = 40

const tracks = (columns: readonly RowColumn[]) =>
  `44px ${columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `minmax(${width}px, 0.5fr)`)).join(' ')}`

const leastWidth = (columns: readonly RowColumn[]) => columns.reduce((sum, { width }) => sum + width, 44)

/** Every row that matches, of which only those in sight are there: up to the last one that a search lists. */
export function ResultsTable(props: ResultsTableProps) {
  const { rows, columns, isPhone, sorting, selection, opened, startAt, scroller, onState, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  const pointed = usePointed()
  const isCut = rows.total > rows.listed
  const size = isPhone ? cardHeight : rowHeight
  const [current, setCurrent] = useState(startAt)
  const count = rows.listed + (isCut ? 1 : 0)
  const fixed = useFixedRows({ box, count, height: size, head: isPhone ? 0 : headHeight, startAt })
  const { first, last, scrollTo } = fixed
  const sight = { first, last: Math.min(last, Math.max(0, rows.listed - 1)), total: rows.listed }
  const { slotAt, limit } = useSlots(rows.shown, sight)
  useResting(first, (at) => {
    onState({ at })
    if (!box.current?.contains(document.activeElement)) setCurrent(at)
  })
  useStartOfNews(rows, () => {
    fixed.start(startAt)
    setCurrent(startAt)
  })
  useEffect(() => {
    scroller.current = scrollTo
    return () => {
      scroller.current = undefined
    }
  }, [scroller, scrollTo])
  const step = Math.max(1, last - first - 1)
  const keys = useRowKeys({ box, current, setCurrent, last: rows.listed - 1, step, scrollTo, selection, onOpen })
  // The row that has the focus stays, wherever the eye goes, so that the keyboard goes on from there.
  const drawn = withCurrent(fixed.drawn, current).filter((index) => index < rows.listed)
  const rowAt = (index: number) => rowOf(slotAt(index))
  const isWaiting = drawn.some((index) => slotAt(index) === 'ON_ITS_WAY')
  const loaded = drawn.flatMap((index) => (index >= first && index <= last && rowAt(index)?.propertyId) || [])
  const end = isCut && last >= rows.listed - 1
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
        aria-busy={rows.isStale || isWaiting || undefined}
        className={classes.table}
        data-stale={rows.isStale || undefined}
        data-cards={isPhone || undefined}
        style={
          { '--tracks': tracks(columns), '--least': `${leastWidth(columns)}px`, '--row': `${size}px` } as CSSProperties
        }
        onKeyDown={(event) => keys(event, rowAt(current)?.propertyId)}
        onPointerOver={({ target }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('[data-property]') : null
          if (!fixed.isMoving()) pointed.set(row?.dataset['property'])
        }}
        onPointerLeave={() => pointed.set(undefined)}
      >
        <TableHead
          columns={columns}
          isPhone={isPhone}
          sorting={sorting}
          onState={onState}
          loaded={loaded}
          selection={selection}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={classes.rows} style={{ height: count * size }}>
          {drawn.map((index) => (
            <TableRow
              key={index}
              index={index}
              start={index * size}
              row={fixed.isFlying ? undefined : rowAt(index)}
              failed={failedOf(slotAt(index))}
              columns={columns}
              isPhone={isPhone}
              isCurrent={index === current}
              isOpen={opened !== undefined && opened === rowAt(index)?.propertyId}
              isSelected={selection.has(rowAt(index)?.propertyId)}
              onFocus={setCurrent}
              onSelect={selection.toggle}
              onOpen={onOpen}
            />
          ))}
        </div>
        {end && <EndOfList total={rows.total} />}
      </div>
    </>
  )
}

function withCurrent(drawn: number[], current: number): number[] {
  if (drawn.includes(current)) return drawn
  return current < (drawn[0] ?? 0) ? [current, ...drawn] : [...drawn, current]
}

const rowOf = (slot: Slot) => (typeof slot === 'object' && 'row' in slot ? slot.row : undefined)

const failedOf = (slot: Slot) => (typeof slot === 'object' && 'failed' in slot ? slot.failed : undefined)

const EndOfList = ({ total }: { total: number }) => (
  <p className={classes.end}>
    The first {formatNumber(deepestRow)} of {plural(total, 'property', 'properties')}. Add filters to see the others; an
    order draws from all of them.
  </p>
)

/** Tells the first row in sight, once the eye has rested on it for a moment. */
function useResting(first: number, onRest: (at: number) => void) {
  const told = useRef(first)
  const rest = useEffectEvent(onRest)
  useEffect(() => {
    if (told.current === first) return
    const timer = setTimeout(() => {
      told.current = first
      rest(first)
    }, 250)
    return () => clearTimeout(timer)
  }, [first])
}

/** Tells when the rows of another question are there. */
function useStartOfNews(rows: ShownRows, onNews: () => void) {
  const seen = useRef(rows.shown)
  const start = useEffectEvent(onNews)
  useEffect(() => {
    if (seen.current === rows.shown) return
    const isFirst = seen.current === undefined
    seen.current = rows.shown
    if (!isFirst) start()
  }, [rows.shown])
}
