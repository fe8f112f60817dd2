import type { ListedCampaign } from '@dooryard/contract/campaigns'
import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCriteriaSummary } from '../../criteria/describe/format-criteria-summary.ts'
import { formatDay, formatNumber, titleCase } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { type ColumnFilter, columnsOf } from '../../ui/table/columns.ts'

const column = columnsOf<ListedCampaign>()

const statusFilter: ColumnFilter = {
  kind: 'select',
  key: 'campaignStatus',
  label: 'Campaign status',
  options: [
    { value: 'ACTIVE', label: 'Active' },
    { value: 'ARCHIVED', label: 'Archived' },
  ],
}

export const campaignColumns = column.columns([
  column.accessor('name', {
    header: 'Campaign',
    meta: { card: 'title', filter: statusFilter },
    cell: ({ row: { original } }) => (
      <Group gap={8}>
        <Link to="/portal/campaigns/$campaignId" params={{ campaignId: original.id }} data-row-link>
          {original.name}
        </Link>
        {original.status === 'ARCHIVED' && <Tag tone="plain">Archived</Tag>}
      </Group>
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
