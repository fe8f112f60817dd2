import { type AdminOrderDetail, adminOrders } from '@dooryard/contract/admin-orders'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useOnceOnly } from '../../../lib/once-only.ts'
import { useRefresh } from '../../../lib/use-call.ts'
import { ReasonDialog } from '../../../ui/form/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import {
  type AdminAction,
  formatDone,
  formatEffect,
  formatOver,
  formatReaders,
  formatSubmitLabel,
  getReplacement,
} from './admin-messages.ts'

const mayBeDone =
  'We do not know whether this was done: look at the order first. Sent again from here, it is done only once.'

const examples: Record<AdminAction, string> = {
  retry: 'The contact provider was down for the night',
  fail: 'The county of this audience has no current roll',
}

const titles: Record<AdminAction, string> = { retry: 'Retry', fail: 'Fail' }

type OnPlaced = (placed: AdminOrderDetail) => void

/** Carries the action out once; `onPlaced` hears of the order that came in this one's place. */
function useAdminAction(order: AdminOrderDetail, action: AdminAction, onPlaced: OnPlaced) {
  const onSettled = useRefresh('all')
  const once = useOnceOnly()
  return useMutation({
    mutationFn: (reason: string) => {
      const params = { id: order.id }
      const expected = order.userFacingStatus === 'FAILED' ? 'FAILED' : 'UNDER_WAY'
      return once((idempotencyKey) =>
        action === 'fail'
          ? api.call(adminOrders.fail, { params, body: { reason } }, { idempotencyKey })
          : api.call(adminOrders.retry, { params, body: { reason, expected } }, { idempotencyKey }),
      )
    },
    onSuccess: (answer) => {
      const placed = getReplacement(order, answer)
      toastDone(formatDone(order, action, placed))
      if (placed) onPlaced(placed)
    },
    onSettled,
  })
}

type DialogProps = {
  order: AdminOrderDetail
  action: AdminAction
  onPlaced: OnPlaced
  opened: boolean
  onClose: () => void
}

export function AdminActionDialog({ order, action, onPlaced, opened, onClose }: DialogProps) {
  const call = useAdminAction(order, action, onPlaced)
  const isPossible = action === 'fail' ? order.mayFail : order.mayRetry
  const asked = opened
    ? {
        id: action,
        title: `${titles[action]} ${order.orderName}`,
        lead: formatEffect(action, order),
        readers: formatReaders(action, order),
        example: examples[action],
        send: formatSubmitLabel(action, order),
        isGrave: action === 'fail',
        unknown: mayBeDone,
        ...(!isPossible && { over: formatOver(order) }),
      }
    : undefined
  return <ReasonDialog asked={asked} call={call} onDone={onClose} onClose={onClose} />
}
