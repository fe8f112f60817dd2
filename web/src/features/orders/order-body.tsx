import type { OrderDetail } from '@dooryard/contract/order'
import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { OthersPhrases } from '../../criteria/describe/phrase-list.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import type { LeadsState } from './leads.data.ts'
import { CreditFacts, Notices, OrderFacts, Outcome } from './order-facts.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import classes from './orders.module.css'
import type { OrderDesk } from './orders-desk.ts'
import type { OrderNews } from './use-order-stream.ts'
import { Waterfall } from './waterfall.tsx'

// Looks for the names of saved searches, which its owner alone has.
const CriteriaPhrases = lazy(async () => ({
  default: (await import('../../criteria/describe/criteria-phrases.tsx')).CriteriaPhrases,
}))
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
  /** What stands above its progress. */
  above?: ReactNode
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
export function OrderBody({ order, desk, step, leads, onLeads, above, children }: OrderBodyProps) {
  const isDelivered = order.userFacingStatus === 'COMPLETED'
  return (
    <div className={classes.detail}>
      <div className={classes.outcome}>
        <Outcome order={order} isOwn={desk.isOwn} />
      </div>
      <div className={classes.stack}>
        <Panel title="Order">
          <OrderFacts order={order} isOwn={desk.isOwn} />
        </Panel>
        <Panel title="Audience">
          {desk.isOwn ? (
            <Suspense fallback={<Skeleton height={24} />}>
              <CriteriaPhrases criteria={order.criteria} />
            </Suspense>
          ) : (
            <OthersPhrases criteria={order.criteria} />
          )}
        </Panel>
        {isDelivered && order.campaignType === 'CALL_READY' && (
          <Suspense fallback={<Skeleton height={280} radius="md" />}>
            <ScrubPanel order={order} desk={desk} step={step} />
          </Suspense>
        )}
        {order.waterfall && (
          <Panel title="How the leads were chosen">
            <Waterfall counts={order.waterfall} quantity={order.quantity} isOwn={desk.isOwn} />
          </Panel>
        )}
      </div>
      <div className={`${classes.stack} ${classes.progress}`}>
        {above}
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
