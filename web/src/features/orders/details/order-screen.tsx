import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderAccess } from '../../../entities/order/order-access.ts'
import type { LeadsState } from '../../../entities/order/order-search.ts'
import { useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { StatusBadge } from '../../../ui/display/badges.tsx'
import { NotFoundOrError } from '../../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { adminCampaignsBackLink, adminOrdersBackLink, campaignsBackLink, ownOrdersBackLink } from '../back-links.ts'
import { Announcement, LiveState } from '../progress/live-state.tsx'
import { useOrderStream } from '../progress/use-order-stream.ts'
import { OrderBody } from './order-body.tsx'

const backLinkByScope = {
  own: (campaignId?: string) => (campaignId ? campaignsBackLink : ownOrdersBackLink),
  admin: (campaignId?: string) => (campaignId ? adminCampaignsBackLink : adminOrdersBackLink),
}

function buildTrail({ scope, campaignId }: OrderAccess, campaignName = 'Campaign'): ReactNode[] {
  const isAdmin = scope === 'admin'
  if (campaignId === undefined)
    return [
      <Link key="orders" to={isAdmin ? '/portal/orders' : '/portal'}>
        Orders
      </Link>,
    ]
  return [
    <Link key="campaigns" to={isAdmin ? '/portal/enterprise-campaigns' : '/portal/campaigns'}>
      {isAdmin ? 'Enterprise campaigns' : 'Campaigns'}
    </Link>,
    <Link
      key="campaign"
      to={isAdmin ? '/portal/enterprise-campaigns/$campaignId' : '/portal/campaigns/$campaignId'}
      params={{ campaignId }}
    >
      {campaignName}
    </Link>,
  ]
}

type LeadsProps = { leads: LeadsState; onLeads: OnTableStateChange }

export type OrderScreenProps = LeadsProps & {
  orderId: string
  /** The campaign it is viewed in, if any. */
  campaignId?: string
}

type OrderViewProps<Detail extends OrderDetail> = LeadsProps & {
  access: OrderAccess
  result: UseQueryResult<Detail>
  /** The endpoints whose data its progress changes. */
  affected: AnyEndpoint[]
  actions: (order: Detail) => ReactNode
  /** Content above the progress. */
  above?: (order: Detail) => ReactNode
}

export function OrderScreen<Detail extends OrderDetail>(props: OrderViewProps<Detail>) {
  const { access, result, affected, actions, above, leads, onLeads } = props
  const { data: order, error, refetch, dataUpdatedAt } = result
  const { stream, step } = useOrderStream(access, order, useInvalidate(affected))
  if (error && !order)
    return (
      <>
        <PageHeader title="Order Details" heading="Order" />
        <NotFoundOrError
          backLink={backLinkByScope[access.scope](access.campaignId)}
          what="The order"
          error={error}
          onRetry={() => void refetch()}
        />
      </>
    )
  return (
    <>
      <PageHeader
        title="Order Details"
        heading={order?.orderName ?? 'Order'}
        badge={order && <StatusBadge status={order.userFacingStatus} />}
        trail={buildTrail(access, order?.campaignName)}
        actions={order && actions(order)}
      />
      <Announcement order={order} />
      {order ? (
        <OrderBody order={order} access={access} step={step} leads={leads} onLeads={onLeads} above={above?.(order)}>
          <LiveState stream={stream} updatedAt={dataUpdatedAt} onRefresh={() => void refetch()} />
        </OrderBody>
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </>
  )
}
