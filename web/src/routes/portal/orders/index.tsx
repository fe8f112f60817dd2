import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { enterpriseDefaults, kindSearch, ordersSearch } from '../../../features/enterprise/enterprise-search.ts'
import { AllOrdersScreen } from '../../../features/enterprise/orders-screens.tsx'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const OrdersSearch = z.object({ ...ordersSearch, kind: kindSearch })

export const Route = createFileRoute('/portal/orders/')({
  validateSearch: OrdersSearch,
  search: { middlewares: [stripSearchParams(enterpriseDefaults)] },
  component: function AllOrdersRoute() {
    return <AllOrdersScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
