import type { Lead } from '@dooryard/contract/leads'
import { useQuery } from '@tanstack/react-query'
import { streetLine, townLine } from '../../lib/address.ts'
import { formatNumber, readable } from '../../lib/format.ts'
import { StateView } from '../../ui/parts/state-view.tsx'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf, type OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { leadPage, type OrderIds } from './orders.data.ts'

const column = columnsOf<Lead>()

const leadColumns = column.columns([
  column.accessor('rank', {
    header: '#',
    meta: { align: 'right', width: 64, card: 'none' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('ownerName', {
    header: 'Owner',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <TwoLines
        width={280}
        first={readable(original.ownerName)}
        second={original.isRepeat ? 'Paid for before, so free' : undefined}
      />
    ),
  }),
  column.display({
    id: 'mailing',
    header: 'Mailing address',
    cell: ({ row: { original } }) => (
      <TwoLines
        width={320}
        first={streetLine({ address: original.mailingAddress })}
        second={townLine({ city: original.mailingCity, state: original.mailingState, zip: original.mailingZip })}
      />
    ),
  }),
  column.accessor('address', {
    header: 'Property',
    cell: ({ row: { original } }) => <TwoLines width={320} first={streetLine(original)} second={townLine(original)} />,
  }),
])

type LeadsTableProps = {
  ids: OrderIds
  state: { page: number; limit: number }
  onState: OnState
}

/** What an order delivered, as it stood that day. */
export function LeadsTable({ ids, state, onState }: LeadsTableProps) {
  const result = useQuery(leadPage(ids, state))
  return (
    <DataTable
      label="Leads"
      columns={leadColumns}
      result={result}
      rowId={(lead) => lead.propertyId}
      state={state}
      onState={onState}
      empty={<StateView title="This order delivered no leads" />}
    />
  )
}
