import type { ListedCampaign } from '@dooryard/contract/campaigns'
import { Link } from '@tanstack/react-router'
import { formatCriteriaSummary } from '../../criteria/format-criteria-summary.ts'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { TwoLines } from '../../ui/parts/two-lines.tsx'
import { columnsOf } from '../../ui/table/columns.ts'

const column = columnsOf<ListedCampaign>()

export const campaignColumns = column.columns([
  column.accessor('name', {
    header: 'Campaign',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <Link to="/portal/campaigns/$campaignId" params={{ campaignId: original.id }} data-row-link>
        {original.name}
      </Link>
    ),
  }),
  column.accessor('campaignType', { header: 'Type', cell: ({ getValue }) => titleCase(getValue()) }),
  column.accessor('criteriaSummary', {
    header: 'Audience',
    meta: { card: 'none' },
    cell: ({ getValue }) => <TwoLines width={380} first={formatCriteriaSummary(getValue())} />,
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
  column.accessor('createdAt', {
    header: 'Created',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
])
