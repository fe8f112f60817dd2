import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { type AdminOrderDetail, adminOrders } from '@dooryard/contract/orders/admin-orders'
import { Button } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { toAdminOrderAccess } from '../../../entities/order/admin-order-access.ts'
import { DownloadButton } from '../../../entities/order/download-button.tsx'
import type { AdminOrderAccess } from '../../../entities/order/order-access.ts'
import { api } from '../../../lib/api/api.ts'
import { toQueryKey } from '../../../lib/api/query.ts'
import { isOrderInProgress } from '../../../lib/labels/order-labels.ts'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { OrderScreen, type OrderScreenProps } from '../details/order-screen.tsx'
import type { AdminAction } from './admin-messages.ts'
import { AdminPanel } from './admin-panel.tsx'

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

function AdminActions({ order, access }: { order: AdminOrderDetail; access: AdminOrderAccess }) {
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
          Fail order…
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

// A failed attempt changes only the job, which the order's stream does not report.
const refetchIntervalMs = 5_000

/** Any user's order with its job, refetched until it has ended; with a campaign, only if it belongs to it. */
const adminOrderQuery = ({ orderId, campaignId }: AdminOrderAccess): UseQueryOptions<AdminOrderDetail> => ({
  queryKey: [...toQueryKey(campaignId ? adminOrders.getOfCampaign : adminOrders.get), { campaignId, orderId }],
  queryFn: ({ signal }) =>
    campaignId
      ? api.call(adminOrders.getOfCampaign, { params: { campaignId, orderId } }, { signal })
      : api.call(adminOrders.get, { params: { id: orderId } }, { signal }),
  refetchInterval: ({ state: { data } }) => data !== undefined && isOrderInProgress(data) && refetchIntervalMs,
})

/** Every endpoint whose data an order's progress changes for an administrator. */
const affectedEndpoints = [
  ...[adminOrders.get, adminOrders.getOfCampaign, adminOrders.leads],
  ...[adminOrders.list, adminOrders.listOfCampaigns, adminOrders.listOfCampaign, adminCampaigns.get],
]

export function AdminOrderScreen({ orderId, campaignId, ...leads }: OrderScreenProps) {
  const access = useMemo(() => toAdminOrderAccess({ id: orderId, campaignId }), [orderId, campaignId])
  return (
    <OrderScreen
      {...leads}
      access={access}
      result={useQuery(adminOrderQuery(access))}
      affected={affectedEndpoints}
      actions={(order) => <AdminActions key={order.id} order={order} access={access} />}
      above={(order) => <AdminPanel order={order} />}
    />
  )
}
