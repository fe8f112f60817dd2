import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { AdminActs } from './admin-acts.tsx'
import { adminDesk, adminOrderDetail, useRefreshAdminOrder } from './admin-order.data.ts'
import { AdminPanel } from './admin-panel.tsx'
import type { LeadsState } from './leads.data.ts'
import { Announcement, LiveState } from './live-state.tsx'
import { OrderBody } from './order-body.tsx'
import { useOrderStream } from './use-order-stream.ts'

type AdminOrderProps = {
  orderId: string
  /** The campaign it is looked at in, where there is one. */
  campaignId?: string
  leads: LeadsState
  onLeads: OnState
}

const toEnterprise = { to: '/portal/enterprise-campaigns', label: 'Back to Enterprise campaigns' } as const
const toOrders = { to: '/portal/orders', label: 'Back to Orders' } as const

function trailTo(campaignId: string | undefined, order: AdminOrderDetail | undefined): ReactNode[] {
  if (campaignId === undefined)
    return [
      <Link key="orders" to="/portal/orders">
        Orders
      </Link>,
    ]
  return [
    <Link key="campaigns" to="/portal/enterprise-campaigns">
      Enterprise campaigns
    </Link>,
    <Link key="campaign" to="/portal/enterprise-campaigns/$campaignId" params={{ campaignId }}>
      {order?.campaignName ?? 'Campaign'}
    </Link>,
  ]
}

/** One order of anybody: everything that its owner sees, what its job is at, and what to do where it is stuck. */
export function AdminOrderScreen({ orderId, campaignId, leads, onLeads }: AdminOrderProps) {
  const desk = useMemo(() => adminDesk(orderId, campaignId), [orderId, campaignId])
  const query = useQuery(adminOrderDetail(desk))
  const order = query.data
  const { stream, step } = useOrderStream(desk, order, useRefreshAdminOrder())
  if (query.isError && !order) {
    return (
      <>
        <PageHeader title="Order Details" heading="Order" />
        <MissingOrFailed
          wayBack={campaignId ? toEnterprise : toOrders}
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
        trail={trailTo(campaignId, order)}
        actions={order && <AdminActs key={order.id} order={order} desk={desk} />}
      />
      <Announcement order={order} />
      {order ? (
        <OrderBody
          order={order}
          desk={desk}
          step={step}
          leads={leads}
          onLeads={onLeads}
          above={<AdminPanel order={order} />}
        >
          <LiveState stream={stream} updatedAt={query.dataUpdatedAt} onRefresh={() => void query.refetch()} />
        </OrderBody>
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </>
  )
}
