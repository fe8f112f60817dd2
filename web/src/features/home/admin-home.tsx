import type { Roll } from '@dooryard/contract/rolls'
import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { useCountyName } from '../../criteria/criteria.data.ts'
import { listInWords } from '../../criteria/words.ts'
import { formatDay, formatDayAndTime, formatNumber } from '../../lib/format.ts'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { StateView } from '../../ui/parts/state-view.tsx'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf, type OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { rollPage } from './home.data.ts'

const column = columnsOf<Roll>()

function Counties({ fips }: { fips: string[] }) {
  const countyName = useCountyName()
  return (
    <TwoLines
      width={220}
      first={listInWords(
        fips.map((one) => countyName(one) ?? one),
        'and',
      )}
    />
  )
}

const rollColumns = column.columns([
  column.accessor('name', {
    header: 'Roll',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <TwoLines
        width={320}
        first={<strong>{original.name}</strong>}
        second={original.isGenerated ? 'Generated for the demo' : original.fileName}
      />
    ),
  }),
  column.accessor('countyFips', {
    header: 'Counties',
    cell: ({ getValue }) => <Counties fips={getValue()} />,
  }),
  column.accessor('recordedOn', { header: 'Recorded', cell: ({ getValue }) => formatDay(getValue()) }),
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
])

type AdminHomeProps = { state: { page: number; limit: number }; onState: OnState }

/** An administrator's home: the property data as it is loaded now. */
export function AdminHome({ state, onState }: AdminHomeProps) {
  const result = useQuery(rollPage(state))
  return (
    <>
      <PageHeader
        heading="Property data"
        title="Home"
        lead="The rolls that every search and order reads. Each row read was either mapped or rejected with a reason."
      />
      <DataTable
        label="Rolls"
        columns={rollColumns}
        result={result}
        rowId={(roll) => roll.id}
        state={state}
        onState={onState}
        empty={
          <StateView
            icon={Database}
            title="No roll is loaded"
            text={
              <>
                Import one with <code>npm run data:import</code> where the server runs.
              </>
            }
          />
        }
      />
    </>
  )
}
