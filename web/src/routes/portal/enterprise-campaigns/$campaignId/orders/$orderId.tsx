import { createFileRoute } from '@tanstack/react-router'
import { LeadsSearch } from '../../../../../entities/order/order-search.ts'
import { AdminOrderScreen } from '../../../../../features/orders/admin/admin-order-screen.tsx'
import { searchBy } from '../../../../../lib/search-params.ts'
import { useOnState } from '../../../../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/enterprise-campaigns/$campaignId/orders/$orderId')({
  ...searchBy(LeadsSearch),
  component: function AdminOrderRoute() {
    return <AdminOrderScreen {...Route.useParams()} leads={Route.useSearch()} onLeads={useOnState()} />
  },
})
