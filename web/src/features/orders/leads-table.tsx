import type { Lead } from '@dooryard/contract/leads'
import { type CampaignType, leadStages } from '@dooryard/contract/vocabularies'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { streetLine, townLine } from '../../lib/address.ts'
import { formatNumber, readable } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { columnsOf, type OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ContactsCell } from './contacts-cell.tsx'
import { type LeadsState, leadPage } from './leads.data.ts'
import type { OrderDesk } from './orders-desk.ts'
import { StageSelect } from './stage-select.tsx'

const column = columnsOf<Lead>()

const leadColumns = (desk: OrderDesk, campaignType: CampaignType) =>
  column.columns([
    column.accessor('rank', {
      header: '#',
      meta: { align: 'right', width: 56, card: 'none' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('ownerName', {
      header: 'Owner',
      meta: { card: 'title' },
      cell: ({ row: { original } }) => (
        <TwoLines
          width={200}
          first={readable(original.ownerName)}
          second={original.isRepeat ? 'Paid for before, so free' : undefined}
        />
      ),
    }),
    ...(campaignType === 'CALL_READY'
      ? [
          column.accessor('contacts', {
            header: 'Contacts',
            meta: { card: 'wide' as const },
            cell: ({ row: { original } }) => <ContactsCell contacts={original.contacts ?? []} />,
          }),
        ]
      : []),
    column.display({
      id: 'mailing',
      header: 'Mailing address',
      cell: ({ row: { original } }) => (
        <TwoLines
          width={200}
          first={streetLine({ address: original.mailingAddress })}
          second={townLine({
            city: original.mailingCity,
            state: original.mailingState ?? '',
            zip: original.mailingZip,
          })}
        />
      ),
    }),
    column.accessor('address', {
      header: 'Property',
      cell: ({ row: { original } }) => (
        <TwoLines width={200} first={streetLine(original)} second={townLine(original)} />
      ),
    }),
    column.accessor('stage', {
      header: 'Stage',
      meta: {
        ...(desk.isOwn && { card: 'action' }),
        width: 150,
        filter: {
          kind: 'select',
          key: 'stage',
          label: 'Stage',
          options: leadStages.terms.map(({ value, label }) => ({ value, label })),
        },
      },
      cell: ({ row: { original } }) =>
        desk.isOwn ? <StageSelect lead={original} desk={desk} /> : leadStages.label(original.stage),
    }),
  ])

type LeadsTableProps = { desk: OrderDesk; campaignType: CampaignType; state: LeadsState; onState: OnState }

/** What an order delivered, as it stood that day, and how far its owner has come with each lead. */
export function LeadsTable({ desk, campaignType, state, onState }: LeadsTableProps) {
  const result = useQuery(leadPage(desk, state))
  const columns = useMemo(() => leadColumns(desk, campaignType), [desk, campaignType])
  return (
    <DataTable
      label="Leads"
      columns={columns}
      result={result}
      rowId={(lead) => lead.propertyId}
      state={state}
      onState={onState}
      empty={<StateView title="This order delivered no leads" />}
    />
  )
}
