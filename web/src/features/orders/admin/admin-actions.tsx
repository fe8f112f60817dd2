import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { DownloadButton } from '../../../entities/order/download-button.tsx'
import type { AdminOrderAccess } from '../../../entities/order/order-access.ts'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import type { AdminAction } from './admin-messages.ts'

function useGoToOrder() {
  const navigate = useNavigate()
  return ({ id: orderId, campaignId }: Pick<AdminOrderDetail, 'id' | 'campaignId'>) =>
    void (campaignId
      ? navigate({
          to: '/portal/enterprise-campaigns/$campaignId/orders/$orderId',
          params: { campaignId, orderId },
        })
      : navigate({ to: '/portal/orders/$orderId', params: { orderId } }))
}

export function AdminActions({ order, access }: { order: AdminOrderDetail; access: AdminOrderAccess }) {
  const [action, setAction] = useState<AdminAction>('retry')
  const [dialog, open] = useDialog(async () => (await import('./admin-action-dialog.tsx')).AdminActionDialog)
  const goTo = useGoToOrder()
  const ask = (asked: AdminAction) => {
    setAction(asked)
    open()
  }
  return (
    <>
      {order.mayFail && (
        <Button variant="default" onClick={() => ask('fail')}>
          Fail and refund…
        </Button>
      )}
      {order.mayRetry && (
        <Button variant="default" leftSection={<RotateCw size={16} aria-hidden="true" />} onClick={() => ask('retry')}>
          Retry…
        </Button>
      )}
      {order.userFacingStatus === 'COMPLETED' && <DownloadButton order={order} access={access} isMain />}
      {dialog({ order, action, onPlaced: goTo })}
    </>
  )
}
