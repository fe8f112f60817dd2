import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LeadsSearch } from '../../../entities/order/order-search.ts'
import { buildSearchOptions } from '../../../lib/navigation/search-params.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { ScreenNotFound } from '../../../ui/feedback/not-found-screen.tsx'
import { requireIds } from '../../../ui/layout/require-ids.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

// Each one is for a different role.
const AdminOrderScreen = lazyRouteComponent(
  () => import('../../../features/orders/admin/admin-order-screen.tsx'),
  'AdminOrderScreen',
)
const OwnOrderScreen = lazyRouteComponent(
  () => import('../../../features/orders/details/own-order-screen.tsx'),
  'OwnOrderScreen',
)

export const Route = createFileRoute('/portal/orders/$orderId')({
  ...buildSearchOptions(LeadsSearch),
  loader: ({ params }) => requireIds(params),
  notFoundComponent: ScreenNotFound,
  component: function OneOrderRoute() {
    const shown = { ...Route.useParams(), leads: Route.useSearch(), onLeads: useOnTableStateChange() }
    return useUser().role === 'SUPER_ADMIN' ? <AdminOrderScreen {...shown} /> : <OwnOrderScreen {...shown} />
  },
})
