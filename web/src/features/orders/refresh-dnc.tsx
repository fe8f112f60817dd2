import type { OrderDetail } from '@dooryard/contract/order'
import { Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { StepProgress } from './order-timeline.tsx'
import { useRefreshDnc } from './orders.data.ts'
import type { OwnDesk } from './orders-desk.ts'
import classes from './scrub.module.css'
import type { OrderNews } from './use-order-stream.ts'

type RefreshDncProps = { order: OrderDetail; desk: OwnDesk; step: OrderNews['step'] }

/** Has the numbers checked again, which is free; while they are, how far that is. */
export function RefreshDnc({ order, desk, step }: RefreshDncProps) {
  const refresh = useRefreshDnc()
  if (order.userFacingStatus !== 'COMPLETED' || order.campaignType !== 'CALL_READY') return null
  const isBusy = order.isRefreshing || refresh.isPending
  return (
    <div className={classes.refresh}>
      {order.isRefreshing && <StepProgress step={step} label="Checking the numbers again" />}
      <Button
        size="xs"
        variant="default"
        leftSection={
          <RefreshCw size={14} aria-hidden="true" data-turns={isBusy || undefined} className={classes.turn} />
        }
        // It keeps the focus while it is busy, so that its end is heard where it was asked for.
        aria-disabled={isBusy || undefined}
        data-disabled={isBusy || undefined}
        onClick={() => !isBusy && refresh.mutate(desk)}
      >
        {isBusy ? 'Checking again…' : 'Refresh DNC'}
      </Button>
    </div>
  )
}
