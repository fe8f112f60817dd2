import { campaignTypes } from '@dooryard/contract/api/enums'
import { type Campaign, type CampaignStatus, campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackagePlus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { CriteriaLabels } from '../../../criteria/describe/criteria-labels.tsx'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { orderColumns, statusFilter } from '../../../entities/order/order-columns.tsx'
import type { OrdersOfCampaignState } from '../../../entities/order/order-search.ts'
import { api } from '../../../lib/api/api.ts'
import { isClientError } from '../../../lib/api/errors.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useInvalidateOnSettled } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { NotFoundOrError } from '../../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ListScreen } from '../../../ui/layout/screens.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { campaignsBackLink } from '../back-links.ts'
import { buildOrderListQuery } from '../orders.data.ts'

const columns = orderColumns('own', {
  orderName: { share: 30 },
  quantity: {},
  campaignType: {},
  createdAt: {},
  expiresAt: {},
  userFacingStatus: { filter: statusFilter },
  action: {},
})

const campaignQuery = (campaignId: string) => buildQuery(campaigns.get, { params: { campaignId } })

function useSetCampaignStatus(campaignId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (status: CampaignStatus) => api.call(campaigns.change, { params: { campaignId }, body: { status } }),
    onSuccess: (campaign) => cache.setQueryData(campaignQuery(campaignId).queryKey, campaign),
    onSettled: useInvalidateOnSettled([campaigns.get, campaigns.list]),
  })
}

type StatusProps = { campaign: Campaign; setStatus: ReturnType<typeof useSetCampaignStatus> }

function StatusButton({ campaign: { name, status }, setStatus }: StatusProps) {
  const archive = () =>
    openConfirmDialog({
      title: `Archive ${name}?`,
      children: 'It takes no new orders. Its orders and leads stay, and you can reactivate it later.',
      labels: { confirm: 'Archive campaign', cancel: 'Cancel' },
      onConfirm: () => setStatus.mutate('ARCHIVED', { onSuccess: () => showSuccessToast(`${name} archived`) }),
    })
  const reactivate = () => setStatus.mutate('ACTIVE', { onSuccess: () => showSuccessToast(`${name} reactivated`) })
  // One button for both, so that it keeps the focus when the status changes.
  return (
    <Button variant="default" onClick={status === 'ACTIVE' ? archive : reactivate} loading={setStatus.isPending}>
      {status === 'ACTIVE' ? 'Archive' : 'Reactivate'}
    </Button>
  )
}

function StatusNotices({ campaign: { status }, setStatus: { error } }: StatusProps) {
  if (status !== 'ARCHIVED' && !error) return null
  return (
    <Stack gap="xs" mb="md">
      {status === 'ARCHIVED' && (
        <Notice tone="info">This campaign is archived and takes no new orders. Reactivate it to order again.</Notice>
      )}
      {error && <FailureNotice error={error} tone={isClientError(error) ? 'bad' : 'warn'} />}
    </Stack>
  )
}

const CreateOrderLink = ({ campaignId }: { campaignId: string }) => (
  <LinkButton
    to="/portal/campaigns/$campaignId/orders/create"
    params={{ campaignId }}
    leftSection={<Plus size={16} aria-hidden="true" />}
  >
    Create order
  </LinkButton>
)

const trail = [
  <Link key="campaigns" to="/portal/campaigns">
    Campaigns
  </Link>,
]

type CampaignScreenProps = {
  campaignId: string
  state: OrdersOfCampaignState
  onState: OnTableStateChange
  /** The results of the campaign, rendered by another feature. */
  results: ReactNode
}

export function CampaignScreen({ campaignId, state, onState, results }: CampaignScreenProps) {
  const { data: campaign, error, refetch } = useQuery(campaignQuery(campaignId))
  const result = useQuery(buildOrderListQuery(orders.list, { params: { campaignId }, query: state }))
  const setStatus = useSetCampaignStatus(campaignId)
  const name = campaign?.name ?? 'Campaign'
  if (error && !campaign)
    return (
      <>
        <PageHeader heading={name} title={name} trail={trail} />
        <NotFoundOrError
          backLink={campaignsBackLink}
          what="The campaign"
          error={error}
          onRetry={() => void refetch()}
        />
      </>
    )
  const isArchived = campaign?.status === 'ARCHIVED'
  const createOrder = campaign && !isArchived && <CreateOrderLink campaignId={campaignId} />
  const isFirstUse = result.data?.totalCount === 0 && !state.search && !state.status
  return (
    <>
      <ListScreen
        header={{
          heading: name,
          title: name,
          badge: isArchived && <Tag tone="plain">Archived</Tag>,
          trail,
          lead:
            campaign &&
            `${campaignTypes.label(campaign.campaignType)}, ${pluralize(campaign.leadsDelivered, 'lead')} delivered so far`,
          actions: campaign && (
            <>
              <StatusButton campaign={campaign} setStatus={setStatus} />
              {!isFirstUse && createOrder}
            </>
          ),
        }}
        label="Orders"
        columns={columns}
        result={result}
        state={state}
        onState={onState}
        searchBy="order name"
        empty={{
          icon: PackagePlus,
          title: 'No orders yet',
          text: !isArchived && 'Choose how many leads to order. You see the price first.',
          action: createOrder,
        }}
      >
        {campaign && <StatusNotices campaign={campaign} setStatus={setStatus} />}
        {campaign && (
          <Group mb="md" gap="8px 16px" justify="space-between">
            <CriteriaLabels criteria={campaign.criteria} />
            <SaveSearchButton
              label="Save audience as search"
              size="xs"
              criteria={campaign.criteria}
              saved={undefined}
              onSaved={() => undefined}
            />
          </Group>
        )}
      </ListScreen>
      {campaign && !isFirstUse && results}
    </>
  )
}
