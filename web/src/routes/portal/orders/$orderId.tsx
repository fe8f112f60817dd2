import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LeadsSearch } from '../../../features/orders/leads-search.ts'
import { searchBy } from '../../../lib/search-params.ts'
import { useUser } from '../../../lib/use-user.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Each of a role of its own.
const AdminOrderScreen = lazyRouteComponent(
  () => import('../../../features/orders/admin-order-screen.tsx'),
  'AdminOrderScreen',
)
const OrderDetailScreen = lazyRouteComponent(
  () => import('../../../features/orders/order-detail-screen.tsx'),
  'OrderDetailScreen',
)

export const Route = createFileRoute('/portal/orders/$orderId')({
  ...searchBy(LeadsSearch),
  component: function OneOrderRoute() {
    const shown = { ...Route.useParams(), leads: Route.useSearch(), onLeads: useOnState() }
    return useUser().role === 'SUPER_ADMIN' ? <AdminOrderScreen {...shown} /> : <OrderDetailScreen {...shown} />
  },
})
