import type { CoveredCounty, Roll } from '@dooryard/contract/rolls'
import { Link } from '@tanstack/react-router'
import { formatDay, formatDayAndTime, formatNumber } from '../../lib/format.ts'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { IncompleteBadge } from './incomplete-badge.tsx'
import { RejectsButton } from './rejects-button.tsx'
import { UnknownBar } from './unknown-bar.tsx'

const column = columnsOf<Roll>()

const namedCounties = 2

/** `Davidson County, TN, and 4 more` of the counties that a roll has properties in. */
export function countiesOf(roll: Pick<Roll, 'id' | 'countyFips'>, covered: readonly CoveredCounty[]): string {
  const named = covered.filter(({ rolls }) => rolls.some(({ id }) => id === roll.id)).map(({ name }) => name)
  const all = named.length > 0 ? named : roll.countyFips
  const rest = all.length - namedCounties
  return all.slice(0, namedCounties).join('; ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** The columns of the rolls that are loaded. */
export const rollColumns = (covered: readonly CoveredCounty[]) =>
  column.columns([
    column.accessor('name', {
      header: 'Roll',
      meta: { card: 'title' },
      cell: ({ row: { original } }) => (
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
          second={original.isComplete ? countiesOf(original, covered) : <IncompleteBadge />}
        />
      ),
    }),
    column.accessor('recordedOn', { header: 'As of', cell: ({ getValue }) => formatDay(getValue()) }),
    column.accessor('ingestedAt', { header: 'Imported', cell: ({ getValue }) => formatDayAndTime(getValue()) }),
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
