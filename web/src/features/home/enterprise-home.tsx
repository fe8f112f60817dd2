import type { ListedCampaign } from '@dooryard/contract/campaigns'
import type { ListedOrder } from '@dooryard/contract/order'
import type { PageOf } from '@dooryard/contract/paging'
import type { User } from '@dooryard/contract/users'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, Megaphone, PackagePlus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, plural, titleCase } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { newestCampaigns, newestOrders } from './home.data.ts'
import classes from './home.module.css'
import { Newest } from './newest.tsx'
import { type Shortcut, Shortcuts } from './shortcuts.tsx'

function OrderLine({ order }: { order: ListedOrder }) {
  const name = <strong>{order.orderName}</strong>
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        {order.campaignId ? (
          <Link
            to="/portal/campaigns/$campaignId/orders/$orderId"
            params={{ campaignId: order.campaignId, orderId: order.id }}
          >
            {name}
          </Link>
        ) : (
          name
        )}
        <span>
          {plural(order.quantity, 'lead')}
          {order.campaignName && `, ${order.campaignName}`}
        </span>
      </div>
      <time dateTime={order.createdAt}>{formatDay(order.createdAt)}</time>
      <StatusBadge status={order.userFacingStatus} />
    </li>
  )
}

function CampaignLine({ campaign }: { campaign: ListedCampaign }) {
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <Link to="/portal/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
          <strong>{campaign.name}</strong>
        </Link>
        <span>
          {titleCase(campaign.campaignType)}
          {campaign.status === 'ARCHIVED' && ', archived'}
        </span>
      </div>
      <span className={classes.figure}>
        {plural(campaign.orderCount, 'order')}, {plural(campaign.leadsDelivered, 'lead')} delivered
      </span>
    </li>
  )
}

const newCampaign = (
  <LinkButton to="/portal/campaigns/create" leftSection={<Plus size={16} aria-hidden="true" />}>
    New campaign
  </LinkButton>
)

/** The one thing to do next: a campaign first, then an order from the newest active one. */
function NextStep({
  campaigns,
  orders,
}: {
  campaigns: PageOf<ListedCampaign> | undefined
  orders: PageOf<ListedOrder> | undefined
}) {
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
  { to: '/portal/campaigns/create', icon: Plus, title: 'New campaign', text: 'Choose whom to reach' },
  { to: '/portal/campaigns', icon: Megaphone, title: 'Campaigns', text: 'Your audiences and their orders' },
  {
    to: '/portal/settings/saved-searches',
    icon: Bookmark,
    title: 'Saved searches',
    text: 'What enters and what leaves',
  },
]

type Found<Item> = { result: UseQueryResult<PageOf<Item>> }

const NewestOrders = ({ result }: Found<ListedOrder>) => (
  <Panel title="Newest orders" flush>
    <Newest
      what="Orders"
      result={result}
      row={(order) => <OrderLine key={order.id} order={order} />}
      empty={
        <StateView
          icon={PackagePlus}
          title="No orders yet"
          text="Orders you place appear here, with how far they have come."
        />
      }
    />
  </Panel>
)

const NewestCampaigns = ({ result }: Found<ListedCampaign>) => (
  <Panel
    title="Newest campaigns"
    aside={
      <Link to="/portal/campaigns" className={classes.all}>
        All campaigns
      </Link>
    }
    flush
  >
    <Newest
      what="Campaigns"
      result={result}
      row={(campaign) => <CampaignLine key={campaign.id} campaign={campaign} />}
      empty={
        <StateView
          icon={Megaphone}
          title="No campaigns yet"
          text="Choose whom to reach, and see how many match before you spend anything."
        />
      }
    />
  </Panel>
)

/** An enterprise user's home: the newest orders and campaigns, the balance, and what to do next. */
export function EnterpriseHome({ user, ordersUnderWay }: { user: User; ordersUnderWay: ReactNode }) {
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
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Shortcuts shortcuts={shortcuts} />
          {ordersUnderWay}
          <NewestOrders result={orders} />
          <NewestCampaigns result={campaigns} />
          <ChangesPanel emptyText="Save the audience of a campaign, and see here what enters it and what leaves." />
        </div>
        <BalancePanel />
      </div>
    </>
  )
}
