import type { OrderDetail } from '@dooryard/contract/order'
import { Button } from '@mantine/core'
import { plural } from '../../lib/format.ts'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { useCancelOrder } from './orders.data.ts'
import type { OwnDesk } from './orders-desk.ts'

/** Cancels an order that no worker has begun. */
export function CancelButton({ desk, order }: { desk: OwnDesk; order: OrderDetail }) {
  const cancel = useCancelOrder()
  if (order.userFacingStatus !== 'PENDING') return null
  const ask = () =>
    askFirst({
      title: `Cancel ${order.orderName}?`,
      children: `Nothing is delivered, and ${plural(order.creditsHeld, 'credit')} on hold come back to you.`,
      labels: { confirm: 'Cancel the order', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => cancel.mutate(desk),
    })
  return (
    <Button variant="default" loading={cancel.isPending} onClick={ask}>
      Cancel order
    </Button>
  )
}
