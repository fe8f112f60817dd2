import type { ListedAdminCampaign } from '@dooryard/contract/admin-campaigns'
import { Link } from '@tanstack/react-router'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { OwnerCell } from '../../ui/parts/owner-cell.tsx'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { ownerFilter } from '../../ui/table/owner-filter.tsx'
import { dayFilters, typeFilter } from './filters.tsx'

const column = columnsOf<ListedAdminCampaign>()

/** The columns of everybody's campaigns. */
export const campaignColumns = column.columns([
  column.accessor('name', {
    header: 'Campaign',
    meta: { card: 'title', share: 24 },
    cell: ({ row: { original } }) => (
      <TwoLines
        first={
          <Link to="/portal/enterprise-campaigns/$campaignId" params={{ campaignId: original.id }} data-row-link>
            {original.name}
          </Link>
        }
        second={original.status === 'ARCHIVED' && 'Archived'}
      />
    ),
  }),
  column.accessor('user', {
    header: 'Owner',
    meta: { card: 'wide', share: 22, filter: ownerFilter },
    cell: ({ getValue }) => <OwnerCell owner={getValue()} />,
  }),
  column.accessor('campaignType', {
    header: 'Type',
    meta: { filter: typeFilter },
    cell: ({ getValue }) => titleCase(getValue()),
  }),
  column.accessor('orderCount', {
    header: 'Orders',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('leadsDelivered', {
    header: 'Leads delivered',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('totalPrice', {
    header: 'Credits',
    enableSorting: true,
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('createdAt', {
    header: 'Created',
    enableSorting: true,
    meta: { align: 'right', filter: dayFilters },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    enableSorting: true,
    meta: { align: 'right' },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
])
