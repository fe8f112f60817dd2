import type { UserFacingStatus } from '@dooryard/contract/order'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackagePlus, Plus } from 'lucide-react'
import { CriteriaPhrases } from '../../criteria/describe/criteria-phrases.tsx'
import { plural, titleCase } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { MissingOrFailed, StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { CampaignStatusButton, CampaignStatusNotices } from './campaign-status.tsx'
import { campaignOrderColumns } from './order-columns.tsx'
import { campaignOf, orderPage, useSetCampaignStatus } from './orders.data.ts'
import classes from './orders.module.css'
import { toCampaigns } from './ways-back.ts'

type CampaignOrdersProps = {
  campaignId: string
  state: { page: number; limit: number; search?: string; status?: UserFacingStatus }
  onState: OnState
}

/** The orders of one campaign. */
export function CampaignOrdersScreen({ campaignId, state, onState }: CampaignOrdersProps) {
  const campaign = useQuery(campaignOf(campaignId))
  const result = useQuery(orderPage(campaignId, state))
  const setStatus = useSetCampaignStatus(campaignId)
  if (campaign.isError && !campaign.data) {
    return (
      <MissingOrFailed
        wayBack={toCampaigns}
        what="The campaign"
        error={campaign.error}
        onRetry={() => void campaign.refetch()}
      />
    )
  }
  const { name, campaignType, leadsDelivered, criteria } = campaign.data ?? {}
  const isArchived = campaign.data?.status === 'ARCHIVED'
  const createOrder = campaign.data && !isArchived && (
    <LinkButton
      to="/portal/campaigns/$campaignId/orders/create"
      params={{ campaignId }}
      leftSection={<Plus size={16} aria-hidden="true" />}
    >
      Create order
    </LinkButton>
  )
  const isFirstUse = result.data?.totalCount === 0 && !state.search && !state.status
  return (
    <>
      <PageHeader
        heading={name ?? 'Campaign'}
        title={name ?? 'Campaign'}
        badge={isArchived && <Tag tone="plain">Archived</Tag>}
        trail={[
          <Link key="campaigns" to="/portal/campaigns">
            Campaigns
          </Link>,
        ]}
        lead={campaignType && `${titleCase(campaignType)}, ${plural(leadsDelivered ?? 0, 'lead')} delivered so far`}
        actions={
          campaign.data && (
            <>
              <CampaignStatusButton campaign={campaign.data} setStatus={setStatus} />
              {!isFirstUse && createOrder}
            </>
          )
        }
      />
      {campaign.data && <CampaignStatusNotices campaign={campaign.data} setStatus={setStatus} />}
      <div className={classes.audience}>{criteria && <CriteriaPhrases criteria={criteria} />}</div>
      <DataTable
        label="Orders"
        columns={campaignOrderColumns}
        result={result}
        rowId={(order) => order.id}
        state={state}
        onState={onState}
        searchBy="order name"
        empty={
          <StateView
            icon={PackagePlus}
            title="No orders yet"
            text={!isArchived && 'Say how many leads you want. You see what they cost before anything is held.'}
            action={createOrder}
          />
        }
      />
    </>
  )
}
