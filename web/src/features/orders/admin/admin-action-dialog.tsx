import { type AdminOrderDetail, adminOrders } from '@dooryard/contract/orders/admin-orders'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { useInvalidateOnSettled } from '../../../lib/api/use-endpoint-mutation.ts'
import { ReasonDialog } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import {
  type AdminAction,
  formatDone,
  formatEffect,
  formatOrderChanged,
  formatSubmitLabel,
  formatVisibility,
  getReplacement,
} from './admin-messages.ts'

const unknownOutcomeText = 'The result is unknown. Check the order first. Sending again from here does it only once.'

const exampleByAction: Record<AdminAction, string> = {
  retry: 'The contact provider was down for the night',
  fail: 'No current county data for this audience',
}

const titleByAction: Record<AdminAction, string> = { retry: 'Retry', fail: 'Fail' }

type OnPlaced = (placed: AdminOrderDetail) => void

/** Runs the action once; `onPlaced` receives the order that replaces this one. */
function useAdminAction(order: AdminOrderDetail, action: AdminAction, onPlaced: OnPlaced) {
  const onSettled = useInvalidateOnSettled('all')
  const once = useIdempotentCall()
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
    onSuccess: (result) => {
      const placed = getReplacement(order, result)
      showSuccessToast(formatDone(order, action, placed))
      if (placed) onPlaced(placed)
    },
    onSettled,
  })
}

type AdminActionDialogProps = {
  order: AdminOrderDetail
  action: AdminAction
  onPlaced: OnPlaced
  opened: boolean
  onClose: () => void
}

export function AdminActionDialog({ order, action, onPlaced, opened, onClose }: AdminActionDialogProps) {
  const call = useAdminAction(order, action, onPlaced)
  const isPossible = action === 'fail' ? order.mayFail : order.mayRetry
  const asked = opened
    ? {
        id: action,
        title: `${titleByAction[action]} ${order.orderName}`,
        lead: formatEffect(action, order),
        readers: formatVisibility(action, order),
        example: exampleByAction[action],
        send: formatSubmitLabel(action, order),
        isGrave: action === 'fail',
        unknown: unknownOutcomeText,
        ...(!isPossible && { over: formatOrderChanged(order) }),
      }
    : undefined
  return <ReasonDialog prompt={asked} call={call} onDone={onClose} onClose={onClose} />
}
