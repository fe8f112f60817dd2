import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CampaignOrdersScreen } from '../../../../features/orders/campaign-orders-screen.tsx'
import { statusSearch } from '../../../../features/orders/orders-search.ts'
import { pageSearch, searchBy, textSearch } from '../../../../lib/search-params.ts'
import { useOnState } from '../../../../ui/table/use-on-state.ts'

const OrdersSearch = z.object({ ...pageSearch, search: textSearch, status: statusSearch })

export const Route = createFileRoute('/portal/campaigns/$campaignId/')({
  ...searchBy(OrdersSearch),
  component: function CampaignOrdersRoute() {
    const { campaignId } = Route.useParams()
    return <CampaignOrdersScreen campaignId={campaignId} state={Route.useSearch()} onState={useOnState()} />
  },
})
