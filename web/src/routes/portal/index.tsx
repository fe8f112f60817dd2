import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { z } from 'zod'
import { allOrdersSearch } from '../../entities/order/order-search.ts'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

// Each one is for a different role.
const AdminHome = lazyRouteComponent(() => import('../../features/home/admin-home.tsx'), 'AdminHome')
const PrivateOrdersTable = lazyRouteComponent(
  () => import('../../features/orders/list/own-orders-table.tsx'),
  'PrivateOrdersTable',
)
const OrdersInProgress = lazyRouteComponent(
  () => import('../../features/orders/list/orders-in-progress.tsx'),
  'OrdersInProgress',
)

const HomeSearch = z.object({
  ...allOrdersSearch,
  /** The period of the administrator's overview, in days. */
  days: z.literal([7, 30, 90]).default(30).catch(30),
})

export const Route = createFileRoute('/portal/')({
  ...buildSearchOptions(HomeSearch),
  component: function HomeRoute() {
    const { days, ...state } = Route.useSearch()
    const onState = useOnTableStateChange()
    return (
      <HomeScreen
        ownOrders={
          <Suspense fallback={null}>
            <PrivateOrdersTable state={state} onState={onState} />
          </Suspense>
        }
        overview={(firstSteps) => (
          <AdminHome days={days} onDays={(chosen) => onState({ days: chosen })} firstSteps={firstSteps} />
        )}
        ordersInProgress={
          <Suspense fallback={null}>
            <OrdersInProgress />
          </Suspense>
        }
      />
    )
  },
})
