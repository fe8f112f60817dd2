import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DownloadButton } from '../../../entities/order/download-button.tsx'
import { type OwnOrderAccess, toOwnOrderAccess } from '../../../entities/order/order-access.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { MoreMenu } from '../../../ui/overlay/more-menu.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { orderDependents } from '../orders.data.ts'
import { AddPhonesPanel } from './add-phones-panel.tsx'
import { OrderAgainItems } from './order-again.tsx'
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

/** A recurring order is for the user alone to create. */
function RepeatItem({ order }: Pick<OwnerActionsProps, 'order'>) {
  if (useIsImpersonating() || order.isSingle) return null
  const search = { create: true, order: order.id, campaign: order.campaignId }
  return (
    <Menu.Item renderRoot={(props) => <Link {...props} to="/portal/recurring-orders" search={search} />}>
      Make recurring
    </Menu.Item>
  )
}

/** What is done now and then; the dialogs stay where they are when the menu closes. */
function MoreActions({ order, access }: OwnerActionsProps) {
  const { campaignId } = access
  const [receipt, openReceipt] = useDialog(async () => (await import('../receipt/receipt-dialog.tsx')).ReceiptDialog)
  const [rename, openRename] = useDialog(async () => (await import('./rename-dialog.tsx')).RenameDialog)
  const [send, openSend] = useDialog(async () => (await import('./send-dialog.tsx')).SendDialog)
  return (
    <>
      <MoreMenu>
        <OrderAgainItems order={order} campaignId={campaignId} />
        <RepeatItem order={order} />
        {order.userFacingStatus === 'COMPLETED' && order.deliveredQuantity > 0 && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/portal/letters" search={{ create: true, order: order.id }} />}
          >
            Write letters
          </Menu.Item>
        )}
        <Menu.Item onClick={openReceipt}>Receipt</Menu.Item>
        {campaignId !== undefined && order.userFacingStatus === 'COMPLETED' && !order.isExpired && (
          <Menu.Item onClick={openSend}>Send to an integration</Menu.Item>
        )}
        <Menu.Item onClick={openRename}>Rename</Menu.Item>
      </MoreMenu>
      {receipt({ order })}
      {rename({ order, access })}
      {campaignId !== undefined && send({ order, campaignId })}
    </>
  )
}

const OwnerActions = ({ order, access }: OwnerActionsProps) => (
  <>
    <MoreActions order={order} access={access} />
    {order.userFacingStatus === 'PENDING' && <CancelButton order={order} access={access} />}
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
