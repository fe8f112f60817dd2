import type { OrderDetail } from '@dooryard/contract/order'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CriteriaChips } from '../../criteria/criteria-chips.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import { MissingOrFailed } from '../../ui/parts/state-view.tsx'
import { StatusBadge } from '../../ui/parts/status-badge.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { CancelButton } from './cancel-button.tsx'
import { DownloadButton } from './download-button.tsx'
import { LeadsTable } from './leads-table.tsx'
import { Announcement, LiveState } from './live-state.tsx'
import { CreditFacts, OrderFacts, Outcome } from './order-facts.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { type OrderIds, orderDetail } from './orders.data.ts'
import classes from './orders.module.css'
import { toCampaigns } from './to-campaigns.ts'
import { useOrderStream } from './use-order-stream.ts'
import { Waterfall } from './waterfall.tsx'

type OrderDetailProps = {
  ids: OrderIds
  leads: { page: number; limit: number }
  onLeads: OnState
}

function Trail({ ids, order }: { ids: OrderIds; order?: OrderDetail }) {
  const { campaignId } = ids
  return [
    <Link key="campaigns" to="/portal/campaigns">
      Campaigns
    </Link>,
    <Link key="campaign" to="/portal/campaigns/$campaignId" params={{ campaignId }}>
      {order?.campaignName ?? 'Campaign'}
    </Link>,
  ]
}

/** One order: what it is, how far it has come, what it cost and what it brought. */
export function OrderDetailScreen({ ids, leads, onLeads }: OrderDetailProps) {
  const query = useQuery(orderDetail(ids))
  const order = query.data
  const stream = useOrderStream(ids, order)
  if (query.isError && !order) {
    return (
      <MissingOrFailed
        wayBack={toCampaigns}
        what="The order"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <>
      <PageHeader
        title="Order Details"
        heading={order?.orderName ?? 'Order'}
        badge={order && <StatusBadge status={order.userFacingStatus} />}
        trail={Trail({ ids, order })}
        actions={
          order && (
            <>
              <CancelButton ids={ids} order={order} />
              {order.userFacingStatus !== 'FAILED' && (
                <DownloadButton order={order} campaignId={ids.campaignId} isMain />
              )}
            </>
          )
        }
      />
      <Announcement order={order} />
      {order ? (
        <Body order={order} ids={ids} leads={leads} onLeads={onLeads}>
          <LiveState stream={stream} updatedAt={query.dataUpdatedAt} onRefresh={() => void query.refetch()} />
        </Body>
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </>
  )
}

function Body({
  order,
  ids,
  leads,
  onLeads,
  children,
}: OrderDetailProps & { order: OrderDetail; children: React.ReactNode }) {
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
          <CriteriaChips criteria={order.criteria} />
        </Panel>
        {order.waterfall && (
          <Panel title="How the leads were chosen">
            <Waterfall counts={order.waterfall} />
          </Panel>
        )}
      </div>
      <div className={`${classes.stack} ${classes.progress}`}>
        <Panel title="Progress">
          <OrderTimeline order={order} />
          {children}
        </Panel>
        <Panel title="Credits">
          <CreditFacts order={order} />
        </Panel>
      </div>
      {order.userFacingStatus === 'COMPLETED' && (
        <div className={classes.leads}>
          <h2 className={classes.leadsTitle}>Leads</h2>
          <LeadsTable ids={ids} state={leads} onState={onLeads} />
        </div>
      )}
    </div>
  )
}
