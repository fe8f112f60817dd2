import { campaignTypes } from '@dooryard/contract/api/enums'
import type { ListedAdminCampaign } from '@dooryard/contract/orders/admin-campaigns'
import { campaignStatuses, type ListedCampaign } from '@dooryard/contract/orders/campaigns'
import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCriteriaSummary } from '../../criteria/describe/format-criteria-summary.ts'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { buildSelectFilter, type Column, pickColumns } from '../../ui/table/columns.ts'
import { instantFilters, typeFilter } from '../order/order-columns.tsx'
import { OwnerCell } from '../user/owner-cell.tsx'
import { ownerFilter } from '../user/owner-filter.tsx'

/** A row of a list of campaigns; an administrator's list also has the owner and the price. */
export type CampaignRow = ListedCampaign & Partial<Pick<ListedAdminCampaign, 'user' | 'totalPrice'>>

const CampaignName = ({ campaign: { id, name, status } }: { campaign: CampaignRow }) => (
  <Group gap={8}>
    <Link to="/portal/campaigns/$campaignId" params={{ campaignId: id }} data-row-link>
      {name}
    </Link>
    {status === 'ARCHIVED' && <Tag tone="plain">Archived</Tag>}
  </Group>
)

const AdminCampaignName = ({ campaign: { id, name, status } }: { campaign: CampaignRow }) => (
  <TextWithDescription
    first={
      <Link to="/portal/enterprise-campaigns/$campaignId" params={{ campaignId: id }} title={name} data-row-link>
        {name}
      </Link>
    }
    second={status === 'ARCHIVED' && 'Archived'}
  />
)

type CampaignColumn = Omit<Column<CampaignRow>, 'id'>

const columns = {
  name: { header: 'Campaign', card: 'title', cell: (campaign) => <CampaignName campaign={campaign} /> },
  user: { header: 'Owner', card: 'wide', share: 22, cell: ({ user }) => user && <OwnerCell owner={user} /> },
  campaignType: { header: 'Campaign type', cell: ({ campaignType }) => campaignTypes.label(campaignType) },
  criteriaSummary: {
    header: 'Audience',
    card: 'none',
    cell: ({ criteriaSummary }) => <TextWithDescription width={380} first={formatCriteriaSummary(criteriaSummary)} />,
  },
  orderCount: { header: 'Orders', align: 'right', cell: ({ orderCount }) => formatNumber(orderCount) },
  leadsDelivered: {
    header: 'Leads delivered',
    align: 'right',
    cell: ({ leadsDelivered }) => formatNumber(leadsDelivered),
  },
  totalPrice: { header: 'Credits', align: 'right', sortable: true, cell: ({ totalPrice }) => formatNumber(totalPrice) },
  createdAt: { header: 'Created', align: 'right', cell: ({ createdAt }) => formatDay(createdAt) },
  updatedAt: { header: 'Updated', align: 'right', sortable: true, cell: ({ updatedAt }) => formatDay(updatedAt) },
} satisfies Record<string, CampaignColumn>

type CampaignColumnKey = keyof typeof columns

export const ownCampaignColumns = pickColumns<CampaignRow, CampaignColumnKey>(columns, {
  name: { filter: buildSelectFilter('campaignStatus', 'Campaign status', campaignStatuses) },
  campaignType: {},
  criteriaSummary: {},
  orderCount: {},
  leadsDelivered: {},
  createdAt: {},
})

export const adminCampaignColumns = pickColumns<CampaignRow, CampaignColumnKey>(columns, {
  name: { share: 24, cell: (campaign) => <AdminCampaignName campaign={campaign} /> },
  user: { filter: ownerFilter },
  campaignType: { filter: typeFilter },
  orderCount: {},
  leadsDelivered: {},
  totalPrice: {},
  createdAt: { sortable: true, filter: instantFilters },
  updatedAt: {},
})
