import type { AdminCampaign } from '@dooryard/contract/admin-campaigns'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { useMemo } from 'react'
import { CriteriaPhrases } from '../../criteria/describe/criteria-phrases.tsx'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { formatDayAndTime, formatNumber, titleCase } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { MissingOrFailed, StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { campaignOf, ordersOfCampaign } from './enterprise.data.ts'
import classes from './enterprise.module.css'
import type { OrdersState } from './enterprise-search.ts'
import { type OrderList, ordersOfCampaignColumns } from './order-columns.tsx'

function About({ campaign }: { campaign: AdminCampaign }) {
  const { user, campaignType, orderCount, leadsDelivered, totalPrice, createdAt, updatedAt, criteria } = campaign
  return (
    <div className={classes.campaign}>
      <Panel title="Campaign">
        <Facts
          facts={[
            { label: 'Owner', value: <OwnerCell owner={user} /> },
            { label: 'Type', value: titleCase(campaignType) },
            { label: 'Orders', value: formatNumber(orderCount) },
            { label: 'Leads delivered', value: formatNumber(leadsDelivered) },
            { label: 'Credits', value: formatNumber(totalPrice) },
            { label: 'Created', value: formatDayAndTime(createdAt) },
            { label: 'Updated', value: formatDayAndTime(updatedAt) },
          ]}
        />
      </Panel>
      <Panel title="Audience">
        <CriteriaPhrases criteria={criteria} />
      </Panel>
    </div>
  )
}

const noOrders = (
  <StateView icon={Package} title="No orders yet" text="Its owner has ordered nothing of this campaign." />
)

type CampaignProps = { campaignId: string; list: OrderList; state: OrdersState; onState: OnState }

/** One campaign of anybody: whose it is, what it asks for, and its orders. */
export function EnterpriseCampaignScreen({ campaignId, list, state, onState }: CampaignProps) {
  const columns = useMemo(() => ordersOfCampaignColumns(list), [list])
  const { data: campaign, isError, error, refetch } = useQuery(campaignOf(campaignId))
  const orders = useQuery(ordersOfCampaign(campaignId, state))
  const name = campaign?.name ?? 'Campaign'
  if (isError && !campaign) {
    return (
      <>
        <PageHeader heading={name} title={name} />
        <MissingOrFailed
          wayBack={{ to: '/portal/enterprise-campaigns', label: 'Back to Enterprise campaigns' }}
          what="The campaign"
          error={error}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        heading={name}
        title={name}
        badge={campaign && <Tag tone="plain">{titleCase(campaign.status)}</Tag>}
        trail={[
          <Link key="campaigns" to="/portal/enterprise-campaigns">
            Enterprise campaigns
          </Link>,
        ]}
      />
      {campaign ? <About campaign={campaign} /> : <Skeleton height={310} radius="md" mb={24} />}
      <h2 className={classes.heading}>Orders</h2>
      <DataTable
        label="Orders"
        columns={columns}
        result={orders}
        rowId={(order) => order.id}
        state={state}
        onState={onState}
        searchBy="order"
        empty={noOrders}
      />
    </>
  )
}
