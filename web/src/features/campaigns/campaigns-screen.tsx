import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Megaphone, Package, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import strip from '../../ui/layout/tabs.module.css'
import type { OnState } from '../../ui/table/columns.ts'
import { campaignPage } from './campaigns.data.ts'
import { CampaignsTable } from './campaigns-table.tsx'

type CampaignsTab = 'orders' | 'campaigns'

type CampaignsProps = {
  state: ComponentProps<typeof CampaignsTable>['state'] & { tab: CampaignsTab }
  onState: OnState
  /** The orders of all campaigns, which are another feature's. */
  orders: ReactNode
}

const tabs = [
  { tab: 'orders', label: 'Orders', icon: Package },
  { tab: 'campaigns', label: 'Campaigns', icon: Megaphone },
] as const

const newCampaign = (
  <LinkButton to="/portal/campaigns/create" leftSection={<Plus size={16} aria-hidden="true" />}>
    New campaign
  </LinkButton>
)

const firstUse = (
  <Panel flush>
    <StateView
      icon={Megaphone}
      title="No campaigns yet"
      text="Choose whom to reach, see how many match, and order your first list."
      action={newCampaign}
    />
  </Panel>
)

/** The user's orders over all campaigns, and the campaigns themselves. */
export function CampaignsScreen({ state, onState, orders }: CampaignsProps) {
  const all = useQuery(campaignPage({ page: 1, limit: 10 }))
  const isFirstUse = all.data?.totalCount === 0
  return (
    <>
      <PageHeader
        heading="Campaigns"
        title={state.tab === 'orders' ? 'Orders' : 'Campaigns'}
        lead="A campaign is an audience you write to or call. Order leads from it as often as you like."
        actions={!isFirstUse && newCampaign}
      />
      <nav className={strip.tabs} aria-label="Lists">
        {tabs.map(({ tab, label, icon: Icon }) => (
          <Link
            key={tab}
            to="/portal/campaigns"
            search={{ tab }}
            className={strip.tab}
            // Else the router calls both current, which differ in nothing but their search.
            activeOptions={{ exact: true }}
            aria-current={tab === state.tab ? 'page' : undefined}
            resetScroll={false}
          >
            <Icon size={16} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </nav>
      {isFirstUse ? firstUse : state.tab === 'orders' ? orders : <CampaignsTable state={state} onState={onState} />}
    </>
  )
}
