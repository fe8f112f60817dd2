import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LeadsSearch } from '../../../features/orders/leads-search.ts'
import { pageDefaults } from '../../../lib/search-params.ts'
import { useUser } from '../../../lib/use-user.ts'
import { ScreenSkeleton } from '../../../ui/feedback/screen-skeleton.tsx'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Each of a role of its own.
const AdminOrderScreen = lazy(async () => ({
  default: (await import('../../../features/orders/admin-order-screen.tsx')).AdminOrderScreen,
}))
const OrderDetailScreen = lazy(async () => ({
  default: (await import('../../../features/orders/order-detail-screen.tsx')).OrderDetailScreen,
}))

export const Route = createFileRoute('/portal/orders/$orderId')({
  validateSearch: LeadsSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function OneOrderRoute() {
    const shown = { ...Route.useParams(), leads: Route.useSearch(), onLeads: useOnState() }
    const isAdmin = useUser().role === 'SUPER_ADMIN'
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        {isAdmin ? <AdminOrderScreen {...shown} /> : <OrderDetailScreen {...shown} />}
      </Suspense>
    )
  },
})
