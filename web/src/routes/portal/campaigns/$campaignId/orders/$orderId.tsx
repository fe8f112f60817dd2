import { createFileRoute } from '@tanstack/react-router'
import { LeadsSearch } from '../../../../../features/orders/leads-search.ts'
import { OrderDetailScreen } from '../../../../../features/orders/order-detail-screen.tsx'
import { searchBy } from '../../../../../lib/search-params.ts'
import { useOnState } from '../../../../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/campaigns/$campaignId/orders/$orderId')({
  ...searchBy(LeadsSearch),
  component: function OrderDetailRoute() {
    return <OrderDetailScreen {...Route.useParams()} leads={Route.useSearch()} onLeads={useOnState()} />
  },
})
