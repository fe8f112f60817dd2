import { createFileRoute } from '@tanstack/react-router'
import { LeadsSearch } from '../../../../../entities/order/order-search.ts'
import { OwnOrderScreen } from '../../../../../features/orders/details/own-order-screen.tsx'
import { searchBy } from '../../../../../lib/search-params.ts'
import { useOnState } from '../../../../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/campaigns/$campaignId/orders/$orderId')({
  ...searchBy(LeadsSearch),
  component: function OrderDetailRoute() {
    return <OwnOrderScreen {...Route.useParams()} leads={Route.useSearch()} onLeads={useOnState()} />
  },
})
