import type { ListedOrder, UserFacingStatus } from '@dooryard/contract/orders/order'
import { orders as orderCalls } from '@dooryard/contract/orders/orders'
import { Flex, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { OrderLink } from '../../../entities/order/order-link.tsx'
import { buildQuery } from '../../../lib/api/query.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { orderStepLabels, refetchWhileInProgress } from '../../../lib/labels/order-labels.ts'
import { StatusBadge } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { useInvalidateOrders } from '../orders.data.ts'
import classes from './orders-in-progress.module.css'

const maxShown = 10

const newestOrdersQuery = (status: UserFacingStatus) => ({
  ...buildQuery(orderCalls.listAll, { query: { limit: maxShown, status } }),
  refetchInterval: refetchWhileInProgress,
})

function useOrdersInProgress(): ListedOrder[] {
  const refresh = useInvalidateOrders()
  const orders = useQueries({
    queries: [newestOrdersQuery('PROCESSING'), newestOrdersQuery('PENDING')],
    combine: (results) => results.flatMap(({ data }) => data?.items ?? []),
  })
  const ids = orders.map(({ id, internalStatus }) => `${id} ${internalStatus}`).join()
  const known = useRef('')
  // Orders that ended appear in the lists and change the balance.
  const refreshWhenChanged = useEffectEvent((now: string) => {
    if (known.current && known.current !== now) void refresh()
    known.current = now
  })
  useEffect(() => refreshWhenChanged(ids), [ids])
  return orders
}

const OrderLine = ({ order }: { order: ListedOrder }) => (
  <Flex component="li" wrap="wrap" align="center" gap="4px 16px" className={classes.order}>
    <Stack gap={0} align="flex-start" flex={1} miw={160}>
      <OrderLink order={order} scope="own" />
      <Text span size="sm" lh="20px" c="dimmed">
        {pluralize(order.quantity, 'lead')}
        {order.campaignName && `, ${order.campaignName}`}
      </Text>
    </Stack>
    <Text span size="sm" lh="20px" c="dimmed">
      {orderStepLabels[order.internalStatus]}
    </Text>
    <StatusBadge status={order.userFacingStatus} />
  </Flex>
)

/** The orders in progress; renders nothing without any. */
export function OrdersInProgress() {
  const orders = useOrdersInProgress()
  if (orders.length === 0) return null
  return (
    <Panel title="In progress" flush>
      <PlainList aria-live="polite">
        {orders.map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
      </PlainList>
    </Panel>
  )
}
