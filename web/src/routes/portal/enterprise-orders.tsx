import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ordersSearch } from '../../features/enterprise/enterprise-search.ts'
import { EnterpriseOrdersScreen } from '../../features/enterprise/orders-screens.tsx'
import { searchBy } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

const OrdersSearch = z.object(ordersSearch)

export const Route = createFileRoute('/portal/enterprise-orders')({
  ...searchBy(OrdersSearch),
  component: function EnterpriseOrdersRoute() {
    return <EnterpriseOrdersScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
