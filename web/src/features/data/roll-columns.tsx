import type { Roll } from '@dooryard/contract/rolls'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import classes from './data.module.css'
import { IncompleteBadge } from './incomplete-badge.tsx'
import { RejectsButton } from './rejects-button.tsx'
import { UnknownBar } from './unknown-bar.tsx'
import { countyWords } from './words.ts'

const column = columnsOf<Roll>()

/** The columns of the rolls that are loaded. */
export const rollColumns = column.columns([
  column.accessor('name', {
    header: 'Roll',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <div className={original.isComplete ? undefined : classes.threeLines}>
        <TwoLines
          width={320}
          first={
            <Link
              to="/portal/data"
              search={(old) => ({ ...old, roll: Number(original.id) })}
              resetScroll={false}
              data-row-link
            >
              {original.name}
            </Link>
          }
          second={
            <>
              {countyWords(original.counties, 1)}
              {!original.isComplete && <IncompleteBadge />}
            </>
          }
        />
      </div>
    ),
  }),
  column.accessor('recordedOn', {
    header: 'As of',
    cell: ({ row: { original } }) => (
      <TwoLines first={formatDay(original.recordedOn)} second={`Imported ${formatDay(original.ingestedAt)}`} />
    ),
  }),
  column.accessor('properties', {
    header: 'Properties',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('rowsRead', {
    header: 'Rows read',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('rowsMapped', {
    header: 'Mapped',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('rowsRejected', {
    header: 'Rejected',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('cells', { header: 'Unknown', cell: ({ getValue }) => <UnknownBar cells={getValue()} /> }),
  column.display({
    id: 'action',
    header: 'Action',
    meta: { card: 'action', width: 120 },
    cell: ({ row: { original } }) => <RejectsButton roll={original} />,
  }),
])
