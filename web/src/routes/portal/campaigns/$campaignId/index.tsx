import { createFileRoute } from '@tanstack/react-router'
import { OrdersOfCampaignSearch } from '../../../../entities/order/order-search.ts'
import { CampaignScreen } from '../../../../features/orders/list/campaign-screen.tsx'
import { buildSearchOptions } from '../../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/campaigns/$campaignId/')({
  ...buildSearchOptions(OrdersOfCampaignSearch),
  component: function CampaignOrdersRoute() {
    const { campaignId } = Route.useParams()
    return <CampaignScreen campaignId={campaignId} state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
