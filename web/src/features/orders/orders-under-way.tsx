import type { ListedOrder } from '@dooryard/contract/order'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { plural } from '../../lib/format.ts'
import { stepWords } from '../../lib/order-words.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { OrderLink } from './order-link.tsx'
import { ordersOfStatus, useRefreshOrders } from './orders.data.ts'
import classes from './orders.module.css'

/** The orders that have not come to their end, asked for again while there are any. */
function useUnderWay(): ListedOrder[] {
  const refresh = useRefreshOrders()
  const orders = useQueries({
    queries: [ordersOfStatus('PROCESSING'), ordersOfStatus('PENDING')],
    combine: (results) => results.flatMap(({ data }) => data?.items ?? []),
  })
  // What has come to its end shows in the lists beside this one, and in the balance.
  const known = useRef('')
  const ids = orders.map(({ id, internalStatus }) => `${id} ${internalStatus}`).join()
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    if (known.current && known.current !== ids) void latest.current()
    known.current = ids
  }, [ids])
  return orders
}

/** What is being worked on at the moment, and how far it is; nothing where nothing is. */
export function OrdersUnderWay() {
  const orders = useUnderWay()
  if (orders.length === 0) return null
  return (
    <Panel title="Under way" flush>
      <ul className={classes.underWay} aria-live="polite">
        {orders.map((order) => (
          <li key={order.id}>
            <div>
              <OrderLink order={order}>{order.orderName}</OrderLink>
              <span>
                {plural(order.quantity, 'lead')}
                {order.campaignName && `, ${order.campaignName}`}
              </span>
            </div>
            <span>{stepWords[order.internalStatus]}</span>
            <StatusBadge status={order.userFacingStatus} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
