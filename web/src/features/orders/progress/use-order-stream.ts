import type { OrderDetail, OrderStatusEvent } from '@dooryard/contract/orders/order'
import { useEffect, useRef, useState } from 'react'
import type { OrderAccess } from '../../../entities/order/order-access.ts'
import { isOrderInProgress } from '../../../lib/labels/order-labels.ts'
import type { StreamState } from '../../../lib/live/event-stream.ts'
import { watchEndpoint } from '../../../lib/live/watch-endpoint.ts'
import { isNewStatus } from './timeline.ts'

export type OrderStreamState = {
  stream: StreamState | 'idle'
  /** The progress of the current step, if the order's status matches the stream's last event. */
  step: OrderStatusEvent['step']
}

/**
 * Follows an order until it is finished, and while its numbers are checked again; refreshes the queries at each step.
 */
export function useOrderStream(
  { calls, params }: OrderAccess,
  order: OrderDetail | undefined,
  refresh: () => Promise<unknown>,
): OrderStreamState {
  const [stream, setStream] = useState<OrderStreamState['stream']>('idle')
  const [event, setEvent] = useState<OrderStatusEvent>()
  // The stream outlives many renders, and needs the latest of both.
  const latest = useRef({ refresh, order })
  useEffect(() => {
    latest.current = { refresh, order }
  })
  const isStreaming = order !== undefined && (isOrderInProgress(order) || order.isRefreshing)
  const address = JSON.stringify(params)
  useEffect(() => {
    if (!isStreaming) return setStream('idle')
    const close = watchEndpoint(calls.watchStatus, JSON.parse(address), {
      onEvent: (incoming) => {
        setEvent(incoming)
        if (isNewStatus(incoming, latest.current.order)) void latest.current.refresh()
      },
      onState: setStream,
    })
    return () => {
      close()
      setEvent(undefined)
      // The response that showed the end may be newer than the balance fetched with it.
      void latest.current.refresh()
    }
  }, [isStreaming, calls, address])
  return { stream, step: event && !isNewStatus(event, order) ? event.step : undefined }
}
