import type { ListedAdminCampaign } from '@dooryard/contract/admin-campaigns'
import { Link } from '@tanstack/react-router'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { ownerFilter } from '../../entities/user/owner-filter.tsx'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
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
