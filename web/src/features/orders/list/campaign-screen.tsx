import { type Campaign, type CampaignStatus, campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Box, Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackagePlus, Plus } from 'lucide-react'
import { CriteriaPhrases } from '../../../criteria/describe/criteria-phrases.tsx'
import { orderColumns, statusFilter } from '../../../entities/order/order-columns.tsx'
import type { OrdersOfCampaignState } from '../../../entities/order/order-search.ts'
import { api } from '../../../lib/api.ts'
import { isRefusal, sentenceFor } from '../../../lib/errors.ts'
import { plural } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { useRefresh } from '../../../lib/use-call.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Notice } from '../../../ui/display/panel.tsx'
import { MissingOrFailed } from '../../../ui/display/state-view.tsx'
import { ListScreen } from '../../../ui/layout/screens.tsx'
import { askFirst } from '../../../ui/shell/confirmations.tsx'
import type { OnState } from '../../../ui/table/columns.ts'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { toCampaigns } from '../back-links.ts'
import { listOrders } from '../orders.data.ts'

const columns = orderColumns('own', {
  orderName: { share: 30 },
  quantity: {},
  campaignType: {},
  createdAt: {},
  expiresAt: {},
  userFacingStatus: { filter: statusFilter },
  action: {},
})

const getCampaign = (campaignId: string) => queryOf(campaigns.get, { params: { campaignId } })

function useSetCampaignStatus(campaignId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (status: CampaignStatus) => api.call(campaigns.change, { params: { campaignId }, body: { status } }),
    meta: { quiet: true },
    onSuccess: (campaign) => cache.setQueryData(getCampaign(campaignId).queryKey, campaign),
    onSettled: useRefresh([campaigns.get, campaigns.list]),
  })
}

type StatusProps = { campaign: Campaign; setStatus: ReturnType<typeof useSetCampaignStatus> }

function StatusButton({ campaign: { name, status }, setStatus }: StatusProps) {
  const archive = () =>
    askFirst({
      title: `Archive ${name}?`,
      children: 'It takes no new orders. Its orders and leads stay, and you can reactivate it later.',
      labels: { confirm: 'Archive campaign', cancel: 'Cancel' },
      onConfirm: () => setStatus.mutate('ARCHIVED', { onSuccess: () => toastDone(`${name} is archived`) }),
    })
  const reactivate = () => setStatus.mutate('ACTIVE', { onSuccess: () => toastDone(`${name} is active again`) })
  // One button for both, so that the focus stays on it when the status changes.
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
      {error && <Notice tone={isRefusal(error) ? 'bad' : 'warn'}>{sentenceFor(error)}</Notice>}
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

type CampaignScreenProps = { campaignId: string; state: OrdersOfCampaignState; onState: OnState }

export function CampaignScreen({ campaignId, state, onState }: CampaignScreenProps) {
  const { data: campaign, error, refetch } = useQuery(getCampaign(campaignId))
  const result = useQuery(listOrders(orders.list, { params: { campaignId }, query: state }))
  const setStatus = useSetCampaignStatus(campaignId)
  if (error && !campaign)
    return <MissingOrFailed wayBack={toCampaigns} what="The campaign" error={error} onRetry={() => void refetch()} />
  const name = campaign?.name ?? 'Campaign'
  const isArchived = campaign?.status === 'ARCHIVED'
  const createOrder = campaign && !isArchived && <CreateOrderLink campaignId={campaignId} />
  const isFirstUse = result.data?.totalCount === 0 && !state.search && !state.status
  return (
    <ListScreen
      header={{
        heading: name,
        title: name,
        badge: isArchived && <Tag tone="plain">Archived</Tag>,
        trail: [
          <Link key="campaigns" to="/portal/campaigns">
            Campaigns
          </Link>,
        ],
        lead:
          campaign &&
          `${campaignTypes.label(campaign.campaignType)}, ${plural(campaign.leadsDelivered, 'lead')} delivered so far`,
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
        text: !isArchived && 'Say how many leads you want. You see what they cost before anything is held.',
        action: createOrder,
      }}
    >
      {campaign && <StatusNotices campaign={campaign} setStatus={setStatus} />}
      <Box mb="md">{campaign && <CriteriaPhrases criteria={campaign.criteria} />}</Box>
    </ListScreen>
  )
}
