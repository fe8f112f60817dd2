import { createFileRoute } from '@tanstack/react-router'
import { OrdersOfCampaignSearch } from '../../../../entities/order/order-search.ts'
import { ResultsSection } from '../../../../features/campaign-results/results-section.tsx'
import { CampaignScreen } from '../../../../features/orders/list/campaign-screen.tsx'
import { buildSearchOptions } from '../../../../lib/navigation/search-params.ts'
import { ScreenNotFound } from '../../../../ui/feedback/not-found-screen.tsx'
import { requireIds } from '../../../../ui/layout/require-ids.ts'
import { useOnTableStateChange } from '../../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/campaigns/$campaignId/')({
  ...buildSearchOptions(OrdersOfCampaignSearch),
  loader: ({ params }) => requireIds(params),
  notFoundComponent: ScreenNotFound,
  component: function CampaignOrdersRoute() {
    const { campaignId } = Route.useParams()
    return (
      <CampaignScreen
        campaignId={campaignId}
        state={Route.useSearch()}
        onState={useOnTableStateChange()}
        results={<ResultsSection key={campaignId} campaignId={campaignId} />}
      />
    )
  },
})
