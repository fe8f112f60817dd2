import { createFileRoute } from '@tanstack/react-router'
import { OrdersOfCampaignSearch } from '../../../../entities/order/order-search.ts'
import { CampaignScreen } from '../../../../features/orders/list/campaign-screen.tsx'
import { searchBy } from '../../../../lib/search-params.ts'
import { useOnState } from '../../../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/campaigns/$campaignId/')({
  ...searchBy(OrdersOfCampaignSearch),
  component: function CampaignOrdersRoute() {
    const { campaignId } = Route.useParams()
    return <CampaignScreen campaignId={campaignId} state={Route.useSearch()} onState={useOnState()} />
  },
})
