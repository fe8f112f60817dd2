import type { OrderDetail, OrderStatusEvent } from '@dooryard/contract/order'
import { useEffect, useRef, useState } from 'react'
import type { OrderAccess } from '../../../entities/order/order-access.ts'
import type { StreamState } from '../../../lib/event-stream.ts'
import { isUnderWay } from '../../../lib/order-words.ts'
import { watch } from '../../../lib/watch.ts'

export type OrderNews = {
  stream: StreamState | 'idle'
  /** How far the step under way is, as far as the order stands where the stream last said. */
  step: OrderStatusEvent['step']
}

/** Whether an event tells more than the screen shows. */
const isNews = (event: OrderStatusEvent, shown: OrderDetail | undefined) =>
  event.internalStatus !== shown?.internalStatus ||
  event.isRefreshing !== shown.isRefreshing ||
  event.fileVersion !== shown.fileVersion

/**
 * Follows an order until it is finished, and while its numbers are checked again; has everything asked for anew at each
 * step it makes.
 */
export function useOrderStream(
  { calls, params }: OrderAccess,
  order: OrderDetail | undefined,
  refresh: () => Promise<unknown>,
): OrderNews {
  const [stream, setStream] = useState<OrderNews['stream']>('idle')
  const [event, setEvent] = useState<OrderStatusEvent>()
  // The stream outlives many renders, and must see the newest of both.
  const latest = useRef({ refresh, order })
  useEffect(() => {
    latest.current = { refresh, order }
  })
  const isFollowed = order !== undefined && (isUnderWay(order) || order.isRefreshing)
  const address = JSON.stringify(params)
  useEffect(() => {
    if (!isFollowed) return setStream('idle')
    const close = watch(calls.watchStatus, JSON.parse(address), {
      onEvent: (told) => {
        setEvent(told)
        if (isNews(told, latest.current.order)) void latest.current.refresh()
      },
      onState: setStream,
    })
    return () => {
      close()
      setEvent(undefined)
      // The answer that showed the end may be newer than the balance that came with it.
      void latest.current.refresh()
    }
  }, [isFollowed, calls, address])
  return { stream, step: event && !isNews(event, order) ? event.step : undefined }
}
