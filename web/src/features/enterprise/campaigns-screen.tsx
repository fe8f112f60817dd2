import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Megaphone, Package } from 'lucide-react'
import { StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import strip from '../../ui/layout/tabs.module.css'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { campaignColumns } from './campaign-columns.tsx'
import { campaignPage, useCampaignsExport } from './enterprise.data.ts'
import type { OrdersState } from './enterprise-search.ts'
import { ExportButton } from './export-button.tsx'
import { CampaignOrders, type Heading } from './orders-screens.tsx'

type ListProps = { state: OrdersState; onState: OnState }
type CampaignsProps = ListProps & { tab: 'campaigns' | 'orders' }

const tabs = [
  { tab: 'campaigns', label: 'Campaigns', icon: Megaphone },
  { tab: 'orders', label: 'Orders', icon: Package },
] as const

const noCampaigns = (
  <StateView
    icon={Megaphone}
    title="Nobody has a campaign yet"
    text="Each campaign of an enterprise user stands here from the moment it is created."
  />
)

/** The two lists; whose, and of when, goes along from one to the other. */
function Tabs({ tab: open }: Pick<CampaignsProps, 'tab'>) {
  return (
    <nav className={strip.tabs} aria-label="Lists">
      {tabs.map(({ tab, label, icon: Icon }) => (
        <Link
          key={tab}
          from="/portal/enterprise-campaigns/"
          to="/portal/enterprise-campaigns"
          search={(old) => ({ ...old, tab, page: 1, status: undefined, internalStatus: undefined })}
          className={strip.tab}
          // Else the router calls both current, which differ in nothing but their search.
          activeOptions={{ exact: true }}
          aria-current={tab === open ? 'page' : undefined}
          resetScroll={false}
        >
          <Icon size={16} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  )
}

const top: Heading = {
  heading: 'Enterprise campaigns',
  title: 'Enterprise Campaigns',
  lead: 'The campaigns of everybody who runs them, and what was ordered of each.',
}

function Campaigns({ state, onState }: ListProps) {
  const result = useQuery(campaignPage(state))
  const { save, ...progress } = useCampaignsExport()
  const hasRows = Boolean(result.data?.totalCount)
  return (
    <>
      <PageHeader
        {...top}
        actions={<ExportButton what="Campaigns" hasRows={hasRows} {...progress} onExport={() => save(state)} />}
      />
      <Tabs tab="campaigns" />
      <DataTable
        label="Campaigns"
        columns={campaignColumns}
        result={result}
        rowId={(campaign) => campaign.id}
        state={state}
        onState={onState}
        searchBy="campaign or owner"
        empty={noCampaigns}
      />
    </>
  )
}

/** Everybody's campaigns, and their orders. */
export function EnterpriseCampaignsScreen({ tab, ...list }: CampaignsProps) {
  if (tab === 'campaigns') return <Campaigns {...list} />
  return (
    <CampaignOrders {...list} top={top}>
      <Tabs tab="orders" />
    </CampaignOrders>
  )
}
