import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { adminOrdersSearch } from '../../entities/order/order-search.ts'
import { AdminCampaignOrdersScreen } from '../../features/orders/list/admin-orders-screen.tsx'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

const OrdersSearch = z.object(adminOrdersSearch)

export const Route = createFileRoute('/portal/enterprise-orders')({
  ...buildSearchOptions(OrdersSearch),
  component: function EnterpriseOrdersRoute() {
    return <AdminCampaignOrdersScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
