import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { EnterpriseCampaignScreen } from '../../../../features/enterprise/campaign-screen.tsx'
import { enterpriseDefaults, ordersSearch } from '../../../../features/enterprise/enterprise-search.ts'
import { useOnState } from '../../../../ui/table/use-on-state.ts'

const OrdersSearch = z.object(ordersSearch)

export const Route = createFileRoute('/portal/enterprise-campaigns/$campaignId/')({
  validateSearch: OrdersSearch,
  search: { middlewares: [stripSearchParams(enterpriseDefaults)] },
  component: function EnterpriseCampaignRoute() {
    return <EnterpriseCampaignScreen {...Route.useParams()} state={Route.useSearch()} onState={useOnState()} />
  },
})
