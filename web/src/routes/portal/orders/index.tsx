import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch, kindSearch } from '../../../entities/order/order-search.ts'
import { AdminOrdersScreen } from '../../../features/orders/list/admin-orders-screen.tsx'
import { searchBy } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const OrdersSearch = z.object({ ...adminOrdersSearch, kind: kindSearch })

export const Route = createFileRoute('/portal/orders/')({
  ...searchBy(OrdersSearch),
  component: function AllOrdersRoute() {
    return <AdminOrdersScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
