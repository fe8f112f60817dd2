import type { OrderDetail } from '@dooryard/contract/order'
import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { CriteriaPhrases } from '../../criteria/criteria-phrases.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { CreditFacts, Notices, OrderFacts, Outcome } from './order-facts.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import type { LeadsState } from './orders.data.ts'
import classes from './orders.module.css'
import type { OrderDesk } from './orders-desk.ts'
import type { OrderNews } from './use-order-stream.ts'
import { Waterfall } from './waterfall.tsx'

// Below the fold, and of delivered orders alone.
const LeadsTable = lazy(async () => ({ default: (await import('./leads-table.tsx')).LeadsTable }))
const ScrubPanel = lazy(async () => ({ default: (await import('./scrub-panel.tsx')).ScrubPanel }))
const FilesPanel = lazy(async () => ({ default: (await import('./files-panel.tsx')).FilesPanel }))

type OrderBodyProps = {
  order: OrderDetail
  desk: OrderDesk
  step: OrderNews['step']
  leads: LeadsState
  onLeads: OnState
  /** Whether the screen still hears of changes. */
  children: ReactNode
}

function Delivered({ order, desk, leads, onLeads }: Pick<OrderBodyProps, 'order' | 'desk' | 'leads' | 'onLeads'>) {
  return (
    <div className={classes.leads}>
      <h2 className={classes.leadsTitle}>Leads</h2>
      <Suspense fallback={<Skeleton height={480} radius="md" />}>
        <LeadsTable desk={desk} campaignType={order.campaignType} state={leads} onState={onLeads} />
      </Suspense>
    </div>
  )
}

/** Everything about one order below its heading. */
export function OrderBody({ order, desk, step, leads, onLeads, children }: OrderBodyProps) {
  const isDelivered = order.userFacingStatus === 'COMPLETED'
  return (
    <div className={classes.detail}>
      <div className={classes.outcome}>
        <Outcome order={order} />
      </div>
      <div className={classes.stack}>
        <Panel title="Order">
          <OrderFacts order={order} />
        </Panel>
        <Panel title="Audience">
          <CriteriaPhrases criteria={order.criteria} />
        </Panel>
        {isDelivered && order.campaignType === 'CALL_READY' && (
          <Suspense fallback={<Skeleton height={280} radius="md" />}>
            <ScrubPanel order={order} desk={desk} step={step} />
          </Suspense>
        )}
        {order.waterfall && (
          <Panel title="How the leads were chosen">
            <Waterfall counts={order.waterfall} quantity={order.quantity} />
          </Panel>
        )}
      </div>
      <div className={`${classes.stack} ${classes.progress}`}>
        <Panel title="Progress">
          <OrderTimeline order={order} step={step} />
          {children}
        </Panel>
        <Panel title="Credits">
          <CreditFacts order={order} />
        </Panel>
        {order.files.length > 0 && (
          <Suspense fallback={<Skeleton height={120} radius="md" />}>
            <FilesPanel order={order} desk={desk} />
          </Suspense>
        )}
        {order.notices.length > 0 && (
          <Panel title="Since then">
            <Notices notices={order.notices} />
          </Panel>
        )}
      </div>
      {isDelivered && <Delivered order={order} desk={desk} leads={leads} onLeads={onLeads} />}
    </div>
  )
}
