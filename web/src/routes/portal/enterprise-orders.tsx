import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch } from '../../entities/order/order-search.ts'
import { AdminOrdersOfCampaignsScreen } from '../../features/orders/list/admin-orders-screen.tsx'
import { searchBy } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

const OrdersSearch = z.object(adminOrdersSearch)

export const Route = createFileRoute('/portal/enterprise-orders')({
  ...searchBy(OrdersSearch),
  component: function EnterpriseOrdersRoute() {
    return <AdminOrdersOfCampaignsScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
