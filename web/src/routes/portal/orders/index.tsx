import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { kindSearch, ordersSearch } from '../../../features/enterprise/enterprise-search.ts'
import { AllOrdersScreen } from '../../../features/enterprise/orders-screens.tsx'
import { searchBy } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const OrdersSearch = z.object({ ...ordersSearch, kind: kindSearch })

export const Route = createFileRoute('/portal/orders/')({
  ...searchBy(OrdersSearch),
  component: function AllOrdersRoute() {
    return <AllOrdersScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
