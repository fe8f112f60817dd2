import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { EnterpriseCampaignsScreen } from '../../../features/enterprise/campaigns-screen.tsx'
import { ordersSearch, tabSearch } from '../../../features/enterprise/enterprise-search.ts'
import { searchBy } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const CampaignsSearch = z.object({ ...ordersSearch, tab: tabSearch })

export const Route = createFileRoute('/portal/enterprise-campaigns/')({
  ...searchBy(CampaignsSearch),
  component: function EnterpriseCampaignsRoute() {
    const { tab, ...state } = Route.useSearch()
    return <EnterpriseCampaignsScreen tab={tab} state={state} onState={useOnState()} />
  },
})
