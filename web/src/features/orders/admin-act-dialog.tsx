import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { type Act, useOrderAct } from './admin-act.data.ts'
import { effectOf, overWords, readersOf, sendWords } from './admin-words.ts'

const mayBeDone =
  'We do not know whether this was done: look at the order first. Sent again from here, it is done only once.'

const examples: Record<Act, string> = {
  retry: 'The contact provider was down for the night',
  fail: 'The county of this audience has no current roll',
}

const titles: Record<Act, string> = { retry: 'Retry', fail: 'Fail' }

type ActDialogProps = {
  order: AdminOrderDetail
  /** What is asked for; the dialog is open while it is. */
  act: Act | undefined
  onPlaced: (placed: AdminOrderDetail) => void
  onClose: () => void
}

/** Asks an administrator why, before an order of somebody else's is tried again or ended. */
export function ActDialog({ order, act, onPlaced, onClose }: ActDialogProps) {
  const call = useOrderAct(order, act ?? 'retry', onPlaced)
  const isLeft = act === 'fail' ? order.mayFail : order.mayRetry
  const asked = act && {
    id: act,
    title: `${titles[act]} ${order.orderName}`,
    lead: effectOf(act, order),
    readers: readersOf(act, order),
    example: examples[act],
    send: sendWords(act, order),
    isGrave: act === 'fail',
    unknown: mayBeDone,
    ...(!isLeft && { over: overWords(order) }),
  }
  return <ReasonDialog asked={asked} call={call} onDone={onClose} onClose={onClose} />
}
