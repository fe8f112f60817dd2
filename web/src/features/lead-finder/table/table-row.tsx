import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { Anchor, Group, Text } from '@mantine/core'
import { type HTMLAttributes, type MouseEvent, memo } from 'react'
import { OwnerName } from '../../../criteria/owners/masked-text.tsx'
import { formatPropertyType } from '../../../entities/property/property-type.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { formatDollars, formatNumber } from '../../../lib/format/format.ts'
import { useIsHovered } from '../results/hover-state.ts'
import { PropertyLink } from './property-link.tsx'
import classes from './results-table.module.css'
import { formatSignals, type RowColumn } from './row-columns.tsx'
import type { VirtualRow } from './use-virtual-rows.ts'

type TableRowProps = VirtualRow & {
  index: number
  /** Pixels from the top of all rows. */
  start: number
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

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { index, start, row, isCurrent, isOpen, isSelected, onFocus, onOpen } = props
  const isHovered = useIsHovered(row?.propertyId)
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
      data-pointed={isHovered || undefined}
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

// biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the row has the focus
const Cell = (props: HTMLAttributes<HTMLDivElement>) => <div role="gridcell" {...props} />

function Cells({ row, failure, columns, isPhone, ...props }: TableRowProps) {
  const span = { gridColumn: `1 / span ${(isPhone ? 1 : columns.length) + 1}` }
  if (failure) {
    const place = `Row ${formatNumber(props.index + 1)}`
    return (
      <Cell className={classes.failed} style={span}>
        {place} could not be loaded.
        <Anchor component="button" type="button" inherit px={6} mih={24} onClick={failure.retry}>
          Try Again
        </Anchor>
      </Cell>
    )
  }
  if (!row) return <Cell aria-label="Loading" className={classes.bone} style={span} />
  return (
    <>
      <Cell className={classes.box}>
        <SelectCheckbox {...props} row={row} />
      </Cell>
      {isPhone ? (
        <Cell className={classes.card}>
          <Card row={row} />
        </Cell>
      ) : (
        columns.map(({ key, align, isOverflowing, cell }, at) => (
          <Cell
            key={key}
            className={classes.cell}
            data-align={align}
            data-first={at === 0 || undefined}
            data-overflowing={isOverflowing}
          >
            {cell(row, props.isCurrent)}
          </Cell>
        ))
      )}
    </>
  )
}

type SelectBoxProps = Pick<TableRowProps, 'index' | 'isSelected' | 'onSelect'> & { row: PropertyRow }

const SelectCheckbox = ({ row, index, isSelected, onSelect }: SelectBoxProps) => (
  <label className={classes.check}>
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`Select ${formatStreetLine(row)}`}
      checked={isSelected}
      // A change event lacks the Shift key, but its native click has it.
      onChange={({ nativeEvent, currentTarget }) => {
        onSelect(row.propertyId, index, (nativeEvent as Partial<PointerEvent>).shiftKey === true)
        // Keyboard navigation continues from the row; the checkbox handles no keys.
        currentTarget.closest<HTMLElement>('[role="row"]')?.focus({ preventScroll: true })
      }}
    />
  </label>
)

const smallText = { fz: 12, lh: '18px', c: 'dimmed', truncate: true } as const

const Card = ({ row }: { row: PropertyRow }) => (
  <>
    <Group gap={12} wrap="nowrap" justify="space-between">
      <PropertyLink row={row} />
      <Text component="strong" inherit fw={550}>
        {formatDollars(row.estimatedValue)}
      </Text>
    </Group>
    <Text {...smallText}>{formatCityLine(row)}</Text>
    <Text fz={13} lh="19px" truncate>
      <OwnerName row={row} />{' '}
      <Text span {...smallText}>
        · {formatPropertyType(row)}
      </Text>
    </Text>
    <Text {...smallText}>{formatSignals(row) || 'No signals'}</Text>
  </>
)
