import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOnDemand } from '../../ui/hooks.ts'
import type { Act } from './admin-act.data.ts'
import { DownloadButton } from './download-button.tsx'
import type { OrderDesk } from './orders-desk.ts'

/** Leads to an order as an administrator sees it. */
function useGoToOrder() {
  const navigate = useNavigate()
  return ({ id, campaignId }: Pick<AdminOrderDetail, 'id' | 'campaignId'>) =>
    void (campaignId
      ? navigate({
          to: '/portal/enterprise-campaigns/$campaignId/orders/$orderId',
          params: { campaignId, orderId: id },
        })
      : navigate({ to: '/portal/orders/$orderId', params: { orderId: id } }))
}

/** What an administrator can do with an order of somebody else's. */
export function AdminActs({ order, desk }: { order: AdminOrderDetail; desk: OrderDesk }) {
  const [act, setAct] = useState<Act>()
  const goTo = useGoToOrder()
  const [Dialog, load] = useOnDemand(
    async () => (await import('./admin-act-dialog.tsx')).ActDialog,
    () => setAct(undefined),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (act && !Dialog) load()
  }, [act])
  return (
    <>
      {order.mayFail && (
        <Button variant="default" onClick={() => setAct('fail')}>
          Fail and refund…
        </Button>
      )}
      {order.mayRetry && (
        <Button
          variant="default"
          leftSection={<RotateCw size={16} aria-hidden="true" />}
          onClick={() => setAct('retry')}
        >
          Retry…
        </Button>
      )}
      {order.userFacingStatus === 'COMPLETED' && <DownloadButton order={order} desk={desk} isMain />}
      {Dialog && <Dialog order={order} act={act} onPlaced={goTo} onClose={() => setAct(undefined)} />}
    </>
  )
}
