import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LeadsSearch } from '../../../entities/order/order-search.ts'
import { searchBy } from '../../../lib/search-params.ts'
import { useUser } from '../../../lib/use-user.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Each of a role of its own.
const AdminOrderScreen = lazyRouteComponent(
  () => import('../../../features/orders/admin/admin-order-screen.tsx'),
  'AdminOrderScreen',
)
const OwnOrderScreen = lazyRouteComponent(
  () => import('../../../features/orders/details/own-order-screen.tsx'),
  'OwnOrderScreen',
)

export const Route = createFileRoute('/portal/orders/$orderId')({
  ...searchBy(LeadsSearch),
  component: function OneOrderRoute() {
    const shown = { ...Route.useParams(), leads: Route.useSearch(), onLeads: useOnState() }
    return useUser().role === 'SUPER_ADMIN' ? <AdminOrderScreen {...shown} /> : <OwnOrderScreen {...shown} />
  },
})
