import { type AdminOrderDetail, adminOrders } from '@dooryard/contract/admin-orders'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useOnceOnly } from '../../lib/once-only.ts'
import { useRefreshed } from '../../lib/use-refreshed.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { doneWords, placedAgain } from './admin-words.ts'

export type Act = 'retry' | 'fail'

/** Carries out what an administrator decided of an order, once; `onPlaced` hears of the order that came in its place. */
export function useOrderAct(order: AdminOrderDetail, act: Act, onPlaced: (placed: AdminOrderDetail) => void) {
  const onSettled = useRefreshed()
  const once = useOnceOnly()
  return useMutation({
    mutationFn: (reason: string) => {
      const params = { id: order.id }
      const expected = order.userFacingStatus === 'FAILED' ? 'FAILED' : 'UNDER_WAY'
      return once((idempotencyKey) =>
        act === 'fail'
          ? api.call(adminOrders.fail, { params, body: { reason } }, { idempotencyKey })
          : api.call(adminOrders.retry, { params, body: { reason, expected } }, { idempotencyKey }),
      )
    },
    onSuccess: (answer) => {
      const placed = placedAgain(order, answer)
      toastDone(doneWords(order, act, placed))
      if (placed) onPlaced(placed)
    },
    onSettled,
  })
}
