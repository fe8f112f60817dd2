import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DownloadButton } from '../../../entities/order/download-button.tsx'
import { type OwnOrderAccess, toOwnOrderAccess } from '../../../entities/order/order-access.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { orderDependents } from '../orders.data.ts'
import { AddPhonesPanel } from './add-phones-panel.tsx'
import { OrderAgainButtons } from './order-again.tsx'
import { OrderScreen, type OrderScreenProps } from './order-screen.tsx'

type OwnerActionsProps = { order: OrderDetail; access: OwnOrderAccess }

/** Cancels an order that has not started. */
function CancelButton({ order, access: { calls, params } }: OwnerActionsProps) {
  const cancel = useEndpointMutation(calls.change, { refreshes: orderDependents, awaitsRefresh: true })
  const ask = () =>
    openConfirmDialog({
      title: `Cancel ${order.orderName}?`,
      children: `Nothing is delivered, and ${pluralize(order.creditsHeld, 'credit')} on hold are released to you.`,
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

function RenameButton(props: OwnerActionsProps) {
  const [dialog, open] = useDialog(async () => (await import('./rename-dialog.tsx')).RenameDialog)
  return (
    <>
      <Button variant="default" onClick={open}>
        Rename
      </Button>
      {dialog(props)}
    </>
  )
}

/** A recurring order is for the user alone to create. */
function RepeatLink({ order }: Pick<OwnerActionsProps, 'order'>) {
  if (useIsImpersonating() || order.isSingle) return null
  return (
    <LinkButton
      variant="default"
      to="/portal/recurring-orders"
      search={{ create: true, order: order.id, campaign: order.campaignId }}
    >
      Make recurring
    </LinkButton>
  )
}

const OwnerActions = ({ order, access }: OwnerActionsProps) => (
  <>
    <RenameButton order={order} access={access} />
    <OrderAgainButtons order={order} campaignId={access.campaignId} />
    {order.userFacingStatus === 'PENDING' && <CancelButton order={order} access={access} />}
    <RepeatLink order={order} />
    {order.userFacingStatus !== 'FAILED' && <DownloadButton order={order} access={access} isMain />}
  </>
)

export function OwnOrderScreen({ orderId, campaignId, ...leads }: OrderScreenProps) {
  const access = useMemo(() => toOwnOrderAccess({ id: orderId, campaignId }), [orderId, campaignId])
  return (
    <OrderScreen
      {...leads}
      access={access}
      result={useQuery(buildQuery(access.calls.get, { params: access.params }))}
      affected={orderDependents}
      actions={(order) => <OwnerActions order={order} access={access} />}
      above={(order) =>
        order.campaignType === 'MAIL_READY' &&
        order.userFacingStatus === 'COMPLETED' &&
        order.deliveredQuantity > 0 && <AddPhonesPanel order={order} />
      }
    />
  )
}
