import type { OrderDetail } from '@dooryard/contract/order'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DownloadButton } from '../../../entities/order/download-button.tsx'
import { type OwnOrderAccess, ownOrderAccess } from '../../../entities/order/order-access.ts'
import { plural } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { useCall } from '../../../lib/use-call.ts'
import { askFirst } from '../../../ui/shell/confirmations.tsx'
import { affectedByOrder } from '../orders.data.ts'
import { OrderScreen, type OrderScreenProps } from './order-screen.tsx'

type OwnActionsProps = { order: OrderDetail; access: OwnOrderAccess }

/** Cancels an order that no worker has begun. */
function CancelButton({ order, access: { calls, params } }: OwnActionsProps) {
  const cancel = useCall(calls.change, { refreshes: affectedByOrder, awaitsRefresh: true })
  const ask = () =>
    askFirst({
      title: `Cancel ${order.orderName}?`,
      children: `Nothing is delivered, and ${plural(order.creditsHeld, 'credit')} on hold come back to you.`,
      labels: { confirm: 'Cancel the order', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => cancel.mutate({ params, body: { cancel: true } }),
    })
  return (
    <Button variant="default" loading={cancel.isPending} onClick={ask}>
      Cancel order
    </Button>
  )
}

const OwnActions = ({ order, access }: OwnActionsProps) => (
  <>
    {order.userFacingStatus === 'PENDING' && <CancelButton order={order} access={access} />}
    {order.userFacingStatus !== 'FAILED' && <DownloadButton order={order} access={access} isMain />}
  </>
)

export function OwnOrderScreen({ orderId, campaignId, ...leads }: OrderScreenProps) {
  const access = useMemo(() => ownOrderAccess({ id: orderId, campaignId }), [orderId, campaignId])
  return (
    <OrderScreen
      {...leads}
      access={access}
      result={useQuery(queryOf(access.calls.get, { params: access.params }))}
      affected={affectedByOrder}
      actions={(order) => <OwnActions order={order} access={access} />}
    />
  )
}
