import type { ListedOrder, UserFacingStatus } from '@dooryard/contract/order'
import { orders as orderCalls } from '@dooryard/contract/orders'
import { Flex, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { OrderLink } from '../../../entities/order/order-link.tsx'
import { plural } from '../../../lib/format.ts'
import { stepWords, whileUnderWay } from '../../../lib/order-words.ts'
import { queryOf } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { useRefreshOrders } from '../orders.data.ts'
import classes from './orders-in-progress.module.css'

const mostShown = 10

const listNewest = (status: UserFacingStatus) => ({
  ...queryOf(orderCalls.listAll, { query: { limit: mostShown, status } }),
  refetchInterval: whileUnderWay,
})

function useOrdersInProgress(): ListedOrder[] {
  const refresh = useRefreshOrders()
  const orders = useQueries({
    queries: [listNewest('PROCESSING'), listNewest('PENDING')],
    combine: (results) => results.flatMap(({ data }) => data?.items ?? []),
  })
  const ids = orders.map(({ id, internalStatus }) => `${id} ${internalStatus}`).join()
  const known = useRef('')
  // What has come to its end shows in the lists beside this one, and in the balance.
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
        {plural(order.quantity, 'lead')}
        {order.campaignName && `, ${order.campaignName}`}
      </Text>
    </Stack>
    <Text span size="sm" lh="20px" c="dimmed">
      {stepWords[order.internalStatus]}
    </Text>
    <StatusBadge status={order.userFacingStatus} />
  </Flex>
)

/** What is being worked on at the moment, and how far it is; nothing where nothing is. */
export function OrdersInProgress() {
  const orders = useOrdersInProgress()
  if (orders.length === 0) return null
  return (
    <Panel title="Under way" flush>
      <PlainList aria-live="polite">
        {orders.map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
      </PlainList>
    </Panel>
  )
}
