import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { z } from 'zod'
import { allOrdersSearch } from '../../entities/order/order-search.ts'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { searchBy } from '../../lib/search-params.ts'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { useOnState } from '../../ui/table/use-on-state.ts'

// Each of a role of its own.
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
  /** How far back the overview of an administrator goes. */
  days: z.literal([7, 30, 90]).default(30).catch(30),
})

export const Route = createFileRoute('/portal/')({
  ...searchBy(HomeSearch),
  component: function HomeRoute() {
    const { days, ...state } = Route.useSearch()
    const onState = useOnState()
    return (
      <HomeScreen
        ownOrders={
          <Suspense fallback={null}>
            <PrivateOrdersTable state={state} onState={onState} />
          </Suspense>
        }
        overview={
          <Suspense fallback={<ScreenSkeleton />}>
            <AdminHome days={days} onDays={(chosen) => onState({ days: chosen })} />
          </Suspense>
        }
        ordersUnderWay={
          <Suspense fallback={null}>
            <OrdersInProgress />
          </Suspense>
        }
      />
    )
  },
})
