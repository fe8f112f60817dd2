import { createFileRoute } from '@tanstack/react-router'
import { LeadsSearch } from '../../../../../entities/order/order-search.ts'
import { AdminOrderScreen } from '../../../../../features/orders/admin/admin-order-screen.tsx'
import { buildSearchOptions } from '../../../../../lib/navigation/search-params.ts'
import { ScreenNotFound } from '../../../../../ui/feedback/not-found-screen.tsx'
import { requireIds } from '../../../../../ui/layout/require-ids.ts'
import { useOnTableStateChange } from '../../../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/enterprise-campaigns/$campaignId/orders/$orderId')({
  ...buildSearchOptions(LeadsSearch),
  loader: ({ params }) => requireIds(params),
  notFoundComponent: ScreenNotFound,
  component: function AdminOrderRoute() {
    return <AdminOrderScreen {...Route.useParams()} leads={Route.useSearch()} onLeads={useOnTableStateChange()} />
  },
})
