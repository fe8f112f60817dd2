import { campaignTypes } from '@dooryard/contract/api/enums'
import type { PageResult } from '@dooryard/contract/api/paging'
import type { User } from '@dooryard/contract/identity/users'
import type { ListedCampaign } from '@dooryard/contract/orders/campaigns'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { Skeleton, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, Megaphone, PackagePlus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { useCreditSettings } from '../../lib/session/current-user.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure, StateView } from '../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { TwoColumns } from '../../ui/layout/two-columns.tsx'
import classes from './home.module.css'
import { HomeLine, MoreLink } from './home-lines.tsx'
import { NewestList, SavedSearchChangesPanel, type Shortcut, Shortcuts } from './home-lists.tsx'
import { newestCampaigns, newestOrders } from './own-lists.data.ts'

function OrderLine({ order }: { order: ListedOrder }) {
  const { id, campaignId, campaignName, orderName, quantity, createdAt, userFacingStatus } = order
  return (
    <HomeLine
      title={
        campaignId ? (
          <Link to="/portal/campaigns/$campaignId/orders/$orderId" params={{ campaignId, orderId: id }}>
            {orderName}
          </Link>
        ) : (
          orderName
        )
      }
      text={`${pluralize(quantity, 'lead')}${campaignName ? `, ${campaignName}` : ''}`}
    >
      <time dateTime={createdAt}>{formatDay(createdAt)}</time>
      <StatusBadge status={userFacingStatus} />
    </HomeLine>
  )
}

const CampaignLine = ({ campaign: { id, name, campaignType, status, ...counts } }: { campaign: ListedCampaign }) => (
  <HomeLine
    title={
      <Link to="/portal/campaigns/$campaignId" params={{ campaignId: id }}>
        {name}
      </Link>
    }
    text={`${campaignTypes.label(campaignType)}${status === 'ARCHIVED' ? ', archived' : ''}`}
  >
    <span className={classes.value}>
      {pluralize(counts.orderCount, 'order')}, {pluralize(counts.leadsDelivered, 'lead')} delivered
    </span>
  </HomeLine>
)

const newCampaign = (
  <LinkButton to="/portal/campaigns/create" leftSection={<Plus size={16} aria-hidden="true" />}>
    New campaign
  </LinkButton>
)

type NextStepProps = { campaigns: PageResult<ListedCampaign> | undefined; orders: PageResult<ListedOrder> | undefined }

/** The suggested next step: a campaign first, then an order from the newest active one. */
function NextStep({ campaigns, orders }: NextStepProps) {
  const newest = campaigns?.items.find(({ status }) => status === 'ACTIVE')
  if (!campaigns || !orders) return null
  if (!newest || orders.totalCount > 0) return newCampaign
  return (
    <LinkButton
      to="/portal/campaigns/$campaignId/orders/create"
      params={{ campaignId: newest.id }}
      leftSection={<PackagePlus size={16} aria-hidden="true" />}
    >
      Create order
    </LinkButton>
  )
}

const shortcuts: readonly Shortcut[] = [
  { to: '/portal/campaigns/create', icon: Plus, title: 'New campaign', text: 'Choose your audience' },
  { to: '/portal/campaigns', icon: Megaphone, title: 'Campaigns', text: 'Your audiences and their orders' },
  {
    to: '/portal/settings/saved-searches',
    icon: Bookmark,
    title: 'Saved searches',
    text: 'New and removed matches',
  },
]

type NewestPanelProps<Item> = { result: UseQueryResult<PageResult<Item>> }

const newCampaignLink = (
  <LinkButton variant="default" to="/portal/campaigns/create">
    New campaign
  </LinkButton>
)

const NewestOrders = ({ result }: NewestPanelProps<ListedOrder>) => (
  <Panel
    title="Newest orders"
    aside={
      <MoreLink to="/portal/campaigns" search={{ tab: 'orders' }}>
        All orders
      </MoreLink>
    }
    flush
  >
    <NewestList
      label="Orders"
      result={result}
      row={(order) => <OrderLine key={order.id} order={order} />}
      empty={
        <StateView
          icon={PackagePlus}
          title="No orders yet"
          text="Order leads from a campaign. Progress appears here."
          action={
            <LinkButton variant="default" to="/portal/campaigns">
              Open campaigns
            </LinkButton>
          }
        />
      }
    />
  </Panel>
)

const NewestCampaigns = ({ result }: NewestPanelProps<ListedCampaign>) => (
  <Panel title="Newest campaigns" aside={<MoreLink to="/portal/campaigns">All campaigns</MoreLink>} flush>
    <NewestList
      label="Campaigns"
      result={result}
      row={(campaign) => <CampaignLine key={campaign.id} campaign={campaign} />}
      empty={
        <StateView
          icon={Megaphone}
          title="No campaigns yet"
          text="Choose your audience and see how many leads match. Counting is free."
          action={newCampaignLink}
        />
      }
    />
  </Panel>
)

/** The spendable balance, and what it buys. */
function BalancePanel() {
  const { data, error, refetch } = useQuery(currentUserQuery())
  const settings = useCreditSettings()?.filter(({ isActive, creditRequired }) => isActive && creditRequired > 0)
  if (!data && !error) return <Skeleton height={240} radius="md" />
  if (!data)
    return (
      <Panel title="Credits">
        <LoadFailure what="Your credits" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  const { subscriptionCredits, subscriptionCreditsHeld, onDemandCredits } = data.balance
  const spendable = subscriptionCredits + onDemandCredits
  return (
    <Panel
      title="Credits"
      aside={
        <LinkButton to="/portal/settings/pay-as-you-go" variant="default" size="xs">
          Buy credits
        </LinkButton>
      }
    >
      <Text c="dimmed" mb={16} className="numbers">
        <Text component="strong" c="var(--mantine-color-text)" fz={28} lh="32px" fw={600} lts="-0.02em">
          {formatNumber(spendable)}
        </Text>{' '}
        available
      </Text>
      <DescriptionList
        isNumeric
        items={[
          { label: 'Plan', value: formatNumber(subscriptionCredits) },
          { label: 'Pay-as-you-go', value: formatNumber(onDemandCredits) },
          { label: 'On hold', value: formatNumber(subscriptionCreditsHeld) },
          ...(settings ?? []).map(({ name, creditRequired }) => ({
            label: `Enough for ${name}`,
            value: pluralize(Math.floor(spendable / creditRequired), 'lead'),
          })),
        ]}
      />
    </Panel>
  )
}

type EnterpriseHomeProps = { user: User; firstSteps: ReactNode; ordersInProgress: ReactNode }

/** The enterprise user's home: the newest orders and campaigns, the balance, and the next step. */
export function EnterpriseHome({ user, firstSteps, ordersInProgress }: EnterpriseHomeProps) {
  const orders = useQuery(newestOrders())
  const campaigns = useQuery(newestCampaigns())
  return (
    <>
      <PageHeader
        heading={`Welcome back, ${user.firstName}`}
        title="Home"
        lead={user.companyName}
        actions={<NextStep campaigns={campaigns.data} orders={orders.data} />}
      />
      <TwoColumns widths="minmax(0, 1fr) 320px" gap="24px">
        <Stack gap={24} miw={0}>
          {firstSteps}
          <Shortcuts shortcuts={shortcuts} />
          {ordersInProgress}
          <NewestOrders result={orders} />
          <NewestCampaigns result={campaigns} />
          <SavedSearchChangesPanel
            emptyText="Save a campaign audience to see its new and removed matches here."
            emptyAction={newCampaignLink}
          />
        </Stack>
        <BalancePanel />
      </TwoColumns>
    </>
  )
}
