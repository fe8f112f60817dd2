import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch, kindSearch } from '../../../entities/order/order-search.ts'
import { AdminOrdersScreen } from '../../../features/orders/list/admin-orders-screen.tsx'
import { buildSearchOptions } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

const OrdersSearch = z.object({ ...adminOrdersSearch, kind: kindSearch })

export const Route = createFileRoute('/portal/orders/')({
  ...buildSearchOptions(OrdersSearch),
  component: function AllOrdersRoute() {
    return <AdminOrdersScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
