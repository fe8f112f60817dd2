import type { PropertyRow } from '@dooryard/contract/properties'
import { type CSSProperties, type MouseEvent, memo } from 'react'
import { streetLine, townLine } from '../../lib/address.ts'
import { formatDollars, formatNumber, readable } from '../../lib/format.ts'
import { useIsPointed } from './pointed.ts'
import { PropertyLink } from './property-link.tsx'
import classes from './results-table.module.css'
import { kindOf, type RowColumn, signalsInWords } from './row-columns.tsx'
import type { Failure } from './use-shown-rows.ts'

type TableRowProps = {
  index: number
  /** Pixels from the top of all rows. */
  start: number
  /** Undefined while it is on its way. */
  row: PropertyRow | undefined
  /** Why it could not be had. */
  failed: Failure | undefined
  columns: readonly RowColumn[]
  isPhone: boolean
  isCurrent: boolean
  isOpen: boolean
  isSelected: boolean
  onFocus: (index: number) => void
  onSelect: (propertyId: string, index: number, isRange: boolean) => void
  onOpen: (propertyId: string) => void
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label') !== null

/** One property in the table: a row, or on a phone a card. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { index, start, row, isCurrent, isOpen, isSelected, onFocus, onOpen } = props
  const isPointed = useIsPointed(row?.propertyId)
  const open = ({ target }: MouseEvent) => {
    if (row && !isControl(target) && window.getSelection()?.type !== 'Range') onOpen(row.propertyId)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents: the grid has the keys of all its rows
    <div
      role="row"
      className={classes.row}
      data-index={index}
      data-property={row?.propertyId}
      data-pointed={isPointed || undefined}
      data-open={isOpen || undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      style={{ transform: `translateY(${start}px)` }}
      onFocus={() => onFocus(index)}
      onClick={open}
    >
      <Cells {...props} />
    </div>
  )
})

function Cells(props: TableRowProps) {
  const { index, row, failed, columns, isPhone } = props
  const span = { gridColumn: `1 / span ${(isPhone ? 1 : columns.length) + 1}` }
  if (failed) return <FailedCells index={index} span={span} {...failed} />
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the row has the focus
  if (!row) return <div role="gridcell" aria-label="On its way" className={classes.bone} style={span} />
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the row has the focus */}
      <div role="gridcell" className={classes.box}>
        <SelectBox {...props} row={row} />
      </div>
      {isPhone ? (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
        <div role="gridcell" className={classes.card}>
          <Card row={row} />
        </div>
      ) : (
        columns.map(({ key, align, cell }, at) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
          <div key={key} role="gridcell" className={classes.cell} data-align={align} data-first={at === 0 || undefined}>
            {cell(row)}
          </div>
        ))
      )}
    </>
  )
}

function SelectBox({ row, index, isSelected, onSelect }: TableRowProps & { row: PropertyRow }) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${streetLine(row)}`}
        checked={isSelected}
        // The Shift key is known to the click that this change is.
        onChange={({ nativeEvent, currentTarget }) => {
          onSelect(row.propertyId, index, (nativeEvent as Partial<PointerEvent>).shiftKey === true)
          // The keys go on from the row, which its box has none of.
          currentTarget.closest<HTMLElement>('[role="row"]')?.focus({ preventScroll: true })
        }}
      />
    </label>
  )
}

type FailedCellsProps = Failure & { index: number; span: CSSProperties }

function FailedCells({ index, span, retry, limit }: FailedCellsProps) {
  const place = `Row ${formatNumber(index + 1)}`
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the row has the focus
    <div role="gridcell" className={classes.failed} style={span}>
      {limit ? (
        `${place} is not shown`
      ) : (
        <>
          {place} could not be loaded.
          <button type="button" onClick={retry}>
            Try Again
          </button>
        </>
      )}
    </div>
  )
}

/** A property on a phone. */
function Card({ row }: { row: PropertyRow }) {
  const signals = signalsInWords(row)
  return (
    <>
      <div className={classes.cardLine}>
        <PropertyLink row={row} />
        <strong>{formatDollars(row.estimatedValue)}</strong>
      </div>
      <div className={classes.cardDim}>{townLine(row)}</div>
      <div className={classes.cardText}>
        {readable(row.ownerName)} <span className={classes.cardDim}>· {kindOf(row)}</span>
      </div>
      <div className={classes.cardDim}>{signals || 'No signals'}</div>
    </>
  )
}
