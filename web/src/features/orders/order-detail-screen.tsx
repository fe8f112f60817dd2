import type { OrderDetail } from '@dooryard/contract/order'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { CancelButton } from './cancel-button.tsx'
import { DownloadButton } from './download-button.tsx'
import type { LeadsState } from './leads.data.ts'
import { Announcement, LiveState } from './live-state.tsx'
import { OrderBody } from './order-body.tsx'
import { orderDetail, useRefreshOrders } from './orders.data.ts'
import { campaignDesk, type OwnDesk, ownDesk } from './orders-desk.ts'
import { useOrderStream } from './use-order-stream.ts'
import { toCampaigns, toOwnOrders } from './ways-back.ts'

type OrderDetailProps = {
  orderId: string
  /** The campaign it is looked at in, where there is one. */
  campaignId?: string
  leads: LeadsState
  onLeads: OnState
}

function trailTo({ campaignId }: OwnDesk, order: OrderDetail | undefined): ReactNode[] {
  if (campaignId === undefined)
    return [
      <Link key="orders" to="/portal">
        Orders
      </Link>,
    ]
  return [
    <Link key="campaigns" to="/portal/campaigns">
      Campaigns
    </Link>,
    <Link key="campaign" to="/portal/campaigns/$campaignId" params={{ campaignId }}>
      {order?.campaignName ?? 'Campaign'}
    </Link>,
  ]
}

function Acts({ order, desk }: { order: OrderDetail; desk: OwnDesk }) {
  return (
    <>
      <CancelButton desk={desk} order={order} />
      {order.userFacingStatus !== 'FAILED' && <DownloadButton order={order} desk={desk} isMain />}
    </>
  )
}

/** One order: what it is, how far it has come, what it cost and what it brought. */
export function OrderDetailScreen({ orderId, campaignId, leads, onLeads }: OrderDetailProps) {
  const desk = useMemo(() => (campaignId ? campaignDesk(campaignId, orderId) : ownDesk(orderId)), [campaignId, orderId])
  const query = useQuery(orderDetail(desk))
  const order = query.data
  const { stream, step } = useOrderStream(desk, order, useRefreshOrders())
  if (query.isError && !order) {
    return (
      <>
        <PageHeader title="Order Details" heading="Order" />
        <MissingOrFailed
          wayBack={campaignId ? toCampaigns : toOwnOrders}
          what="The order"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Order Details"
        heading={order?.orderName ?? 'Order'}
        badge={order && <StatusBadge status={order.userFacingStatus} />}
        trail={trailTo(desk, order)}
        actions={order && <Acts order={order} desk={desk} />}
      />
      <Announcement order={order} />
      {order ? (
        <OrderBody order={order} desk={desk} step={step} leads={leads} onLeads={onLeads}>
          <LiveState stream={stream} updatedAt={query.dataUpdatedAt} onRefresh={() => void query.refetch()} />
        </OrderBody>
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </>
  )
}
