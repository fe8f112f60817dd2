import type { Order } from '@dooryard/contract/order'
import { orders } from '@dooryard/contract/orders'
import { useEffect, useRef, useState } from 'react'
import type { StreamState } from '../../lib/event-stream.ts'
import { watch } from '../../lib/watch.ts'
import { type OrderIds, useRefreshOrders } from './orders.data.ts'

export const isFinal = ({ userFacingStatus }: Pick<Order, 'userFacingStatus'>) =>
  userFacingStatus === 'COMPLETED' || userFacingStatus === 'FAILED'

/** Follows an order until it is finished, and has everything asked for again at each step it makes. */
export function useOrderStream(ids: OrderIds, order: Order | undefined): StreamState | 'idle' {
  const [state, setState] = useState<StreamState | 'idle'>('idle')
  const refresh = useRefreshOrders()
  // The stream outlives many renders, and must see the newest of both.
  const latest = useRef({ refresh, status: order?.internalStatus })
  useEffect(() => {
    latest.current = { refresh, status: order?.internalStatus }
  })
  const { campaignId, orderId } = ids
  const isFollowed = order !== undefined && !isFinal(order)
  useEffect(() => {
    if (!isFollowed) return setState('idle')
    const close = watch(
      orders.watchStatus,
      { campaignId, orderId },
      {
        onEvent: ({ internalStatus }) => {
          if (internalStatus !== latest.current.status) void latest.current.refresh()
        },
        onState: setState,
      },
    )
    return () => {
      close()
      // The answer that showed the end may be newer than the balance that came with it.
      void latest.current.refresh()
    }
  }, [isFollowed, campaignId, orderId])
  return state
}
