import type { ListedOrder } from '@dooryard/contract/order'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type OrderLinkProps = { order: Pick<ListedOrder, 'id' | 'campaignId'>; children: ReactNode }

/** The name of an order in a list, which leads to it. */
export function OrderLink({ order: { id, campaignId }, children }: OrderLinkProps) {
  return campaignId ? (
    <Link to="/portal/campaigns/$campaignId/orders/$orderId" params={{ campaignId, orderId: id }} data-row-link>
      {children}
    </Link>
  ) : (
    <Link to="/portal/orders/$orderId" params={{ orderId: id }} data-row-link>
      {children}
    </Link>
  )
}
