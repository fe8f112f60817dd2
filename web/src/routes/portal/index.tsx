import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { allOrdersDefaults, allOrdersSearch } from '../../features/orders/orders-search.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

// Each of a role of its own.
const OwnOrders = lazy(async () => ({ default: (await import('../../features/orders/own-orders.tsx')).OwnOrders }))
const OrdersUnderWay = lazy(async () => ({
  default: (await import('../../features/orders/orders-under-way.tsx')).OrdersUnderWay,
}))

export const Route = createFileRoute('/portal/')({
  validateSearch: z.object(allOrdersSearch),
  search: { middlewares: [stripSearchParams(allOrdersDefaults)] },
  component: function HomeRoute() {
    const state = Route.useSearch()
    const onState = useOnState()
    return (
      <HomeScreen
        ownOrders={
          <Suspense fallback={null}>
            <OwnOrders state={state} onState={onState} />
          </Suspense>
        }
        ordersUnderWay={
          <Suspense fallback={null}>
            <OrdersUnderWay />
          </Suspense>
        }
      />
    )
  },
})
