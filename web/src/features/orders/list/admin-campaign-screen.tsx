import { campaignTypes } from '@dooryard/contract/api/enums'
import { type AdminCampaign, adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { CriteriaLabels } from '../../../criteria/describe/criteria-labels.tsx'
import {
  instantFilters,
  internalStatusFilter,
  orderColumns,
  statusFilter,
} from '../../../entities/order/order-columns.tsx'
import { type AdminOrdersState, toAdminOrdersQuery } from '../../../entities/order/order-search.ts'
import { OwnerCell } from '../../../entities/user/owner-cell.tsx'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatNumber, toTitleCase } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { NotFoundOrError } from '../../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ListScreen } from '../../../ui/layout/screens.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { adminCampaignsBackLink } from '../back-links.ts'
import { buildOrderListQuery } from '../orders.data.ts'
import { adminActionColumn } from './admin-action-column.tsx'

const columns = orderColumns('admin', {
  orderName: { share: 36 },
  quantity: {},
  campaignType: {},
  totalPrice: { sortable: true },
  createdAt: { sortable: true },
  expiresAt: {},
  updatedAt: { sortable: true },
  userFacingStatus: { filter: [statusFilter, internalStatusFilter, ...instantFilters] },
  action: adminActionColumn,
})

function CampaignSummary({ campaign }: { campaign: AdminCampaign }) {
  const { user, campaignType, orderCount, leadsDelivered, totalPrice, createdAt, updatedAt, criteria } = campaign
  return (
    <TwoColumns widths="minmax(0, 2fr) minmax(0, 3fr)">
      <Panel title="Campaign">
        <DescriptionList
          items={[
            { label: 'Owner', value: <OwnerCell owner={user} /> },
            { label: 'Campaign type', value: campaignTypes.label(campaignType) },
            { label: 'Orders', value: formatNumber(orderCount) },
            { label: 'Leads delivered', value: formatNumber(leadsDelivered) },
            { label: 'Credits', value: formatNumber(totalPrice) },
            { label: 'Created', value: <Instant at={createdAt} /> },
            { label: 'Updated', value: <Instant at={updatedAt} /> },
          ]}
        />
      </Panel>
      <Panel title="Audience">
        <CriteriaLabels criteria={criteria} />
      </Panel>
    </TwoColumns>
  )
}

type AdminCampaignProps = { campaignId: string; state: AdminOrdersState; onState: OnTableStateChange }

export function AdminCampaignScreen({ campaignId, state, onState }: AdminCampaignProps) {
  const { data: campaign, error, refetch } = useQuery(buildQuery(adminCampaigns.get, { params: { id: campaignId } }))
  const result = useQuery(
    buildOrderListQuery(adminOrders.listOfCampaign, { params: { campaignId }, query: toAdminOrdersQuery(state) }),
  )
  const name = campaign?.name ?? 'Campaign'
  if (error && !campaign)
    return (
      <>
        <PageHeader heading={name} title={name} />
        <NotFoundOrError
          backLink={adminCampaignsBackLink}
          what="The campaign"
          error={error}
          onRetry={() => void refetch()}
        />
      </>
    )
  return (
    <ListScreen
      header={{
        heading: name,
        title: name,
        badge: campaign && <Tag tone="plain">{toTitleCase(campaign.status)}</Tag>,
        trail: [
          <Link key="campaigns" to="/portal/enterprise-campaigns">
            Enterprise campaigns
          </Link>,
        ],
      }}
      label="Orders"
      columns={columns}
      result={result}
      state={state}
      onState={onState}
      searchBy="order"
      empty={{ icon: Package, title: 'No orders yet', text: 'The owner hasn’t ordered from this campaign yet.' }}
    >
      {campaign ? <CampaignSummary campaign={campaign} /> : <Skeleton height={310} radius="md" />}
      <Title order={2} mt="lg" mb="sm">
        Orders
      </Title>
    </ListScreen>
  )
}
