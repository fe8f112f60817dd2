import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { type CampaignStatus, campaigns } from '@dooryard/contract/orders/campaigns'
import { useQuery } from '@tanstack/react-query'
import { Megaphone, Package, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminCampaignColumns, ownCampaignColumns } from '../../../entities/campaign/campaign-columns.tsx'
import { type AdminCampaignsState, toAdminCampaignFilters } from '../../../entities/order/order-search.ts'
import { inviteLink } from '../../../entities/user/invite-link.tsx'
import { downloadFile } from '../../../lib/api/file-transfer.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { EmptyList, StateView } from '../../../ui/feedback/state-view.tsx'
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx'
import { PageHeader, type PageHeaderProps } from '../../../ui/layout/page-header.tsx'
import { ListScreen } from '../../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ExportButton } from '../../../ui/table/export-button.tsx'

const newCampaign = (
  <LinkButton to="/portal/campaigns/create" leftSection={<Plus size={16} aria-hidden="true" />}>
    New campaign
  </LinkButton>
)

type Tab = 'orders' | 'campaigns'

const ordersTab = { value: 'orders', label: 'Orders', icon: Package } as const
const campaignsTab = { value: 'campaigns', label: 'Campaigns', icon: Megaphone } as const

type CampaignListState = {
  page: number
  limit: number
  search?: string | undefined
  /** Not `status`, which in this URL is that of the orders. */
  campaignStatus?: CampaignStatus | undefined
}

const campaignPage = ({ page, limit, search, campaignStatus }: CampaignListState) =>
  buildLiveQuery(campaigns.list, {
    query: { page, limit, ...(search && { search }), ...(campaignStatus && { status: campaignStatus }) },
  })

function CampaignsTable({ state, onState }: { state: CampaignListState; onState: OnTableStateChange }) {
  const { page, limit, search, campaignStatus } = state
  return (
    <DataTable
      label="Campaigns"
      columns={ownCampaignColumns}
      result={useQuery(campaignPage(state))}
      // The other search parameters belong to the orders tab.
      state={{ page, limit, ...(search && { search }), ...(campaignStatus && { campaignStatus }) }}
      onState={onState}
      searchBy="name"
      empty={{
        icon: Megaphone,
        title: 'No campaigns yet',
        text: 'Choose your audience and see how many leads match.',
        action: newCampaign,
      }}
    />
  )
}

const emptyState = (
  <Panel flush>
    <EmptyList
      hint={
        <StateView
          icon={Megaphone}
          title="No campaigns yet"
          text="Choose your audience, see how many leads match, and order your first list."
          action={newCampaign}
        />
      }
    />
  </Panel>
)

type CampaignsProps = {
  state: CampaignListState & { tab: Tab }
  onState: OnTableStateChange
  /** The orders of all campaigns, rendered by another feature. */
  orders: ReactNode
}

export function CampaignsScreen({ state, onState, orders }: CampaignsProps) {
  const all = useQuery(campaignPage({ page: 1, limit: 10 }))
  const isFirstUse = all.data?.totalCount === 0
  return (
    <>
      <PageHeader
        heading="Campaigns"
        title={state.tab === 'orders' ? ordersTab.label : campaignsTab.label}
        lead="An audience to mail or call. Order leads from it as often as you like."
        actions={!isFirstUse && newCampaign}
      />
      <LinkTabs<Tab>
        label="Lists"
        tabs={[ordersTab, campaignsTab]}
        open={state.tab}
        linkTo={(tab) => ({ to: '/portal/campaigns', search: { tab } })}
      />
      {isFirstUse ? emptyState : state.tab === 'orders' ? orders : <CampaignsTable state={state} onState={onState} />}
    </>
  )
}

const adminHeader: PageHeaderProps = {
  heading: 'Enterprise campaigns',
  title: 'Enterprise Campaigns',
  lead: 'Campaigns and orders of all enterprise users.',
}

/** The owner and date filters are kept when switching lists. */
const renderAdminTabs = (open: Tab) => (
  <LinkTabs<Tab>
    label="Lists"
    tabs={[campaignsTab, ordersTab]}
    open={open}
    linkTo={(tab) => ({
      from: '/portal/enterprise-campaigns/',
      to: '/portal/enterprise-campaigns',
      search: (old) => ({ ...old, tab, page: 1, status: undefined, internalStatus: undefined }),
    })}
  />
)

type AdminListProps = { state: AdminCampaignsState; onState: OnTableStateChange }

function AdminCampaigns({ state, onState }: AdminListProps) {
  const { page, limit } = state
  const query = toAdminCampaignFilters(state)
  const result = useQuery(buildLiveQuery(adminCampaigns.list, { query: { page, limit, ...query } }))
  return (
    <ListScreen
      header={{
        ...adminHeader,
        actions: (
          <ExportButton
            what="campaigns"
            hasRows={Boolean(result.data?.totalCount)}
            fetchList={(onBytes) => downloadFile(adminCampaigns.export, { query }, { onBytes })}
          />
        ),
      }}
      label="Campaigns"
      columns={adminCampaignColumns}
      result={result}
      state={state}
      onState={onState}
      searchBy="campaign or owner"
      empty={{
        icon: Megaphone,
        title: 'No campaigns yet',
        text: 'Campaigns of enterprise users appear here.',
        action: inviteLink,
      }}
    >
      {renderAdminTabs('campaigns')}
    </ListScreen>
  )
}

type AdminCampaignsProps = AdminListProps & {
  tab: Tab
  /** All orders under this heading, rendered by another feature. */
  orders: (top: { header: PageHeaderProps; children: ReactNode }) => ReactNode
}

export const AdminCampaignsScreen = ({ tab, orders, ...list }: AdminCampaignsProps) =>
  tab === 'campaigns' ? (
    <AdminCampaigns {...list} />
  ) : (
    orders({ header: adminHeader, children: renderAdminTabs('orders') })
  )
