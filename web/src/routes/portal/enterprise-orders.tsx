import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { enterpriseDefaults, ordersSearch } from '../../features/enterprise/enterprise-search.ts'
import { EnterpriseOrdersScreen } from '../../features/enterprise/orders-screens.tsx'
import { useOnState } from '../../ui/table/use-on-state.ts'

const OrdersSearch = z.object(ordersSearch)

export const Route = createFileRoute('/portal/enterprise-orders')({
  validateSearch: OrdersSearch,
  search: { middlewares: [stripSearchParams(enterpriseDefaults)] },
  component: function EnterpriseOrdersRoute() {
    return <EnterpriseOrdersScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
