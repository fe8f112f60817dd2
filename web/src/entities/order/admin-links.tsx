import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { emptyValue } from '../../lib/format/format.ts'
import { QuietLink } from '../../ui/display/links.tsx'

type AdminOrderLinkProps = {
  order: { id: string; campaignId?: string | undefined }
  /** Whether it is the link that opens the row of a list. */
  isRow?: boolean
  children: ReactNode
}

export function AdminOrderLink({ order: { id, campaignId }, isRow = false, children }: AdminOrderLinkProps) {
  const OrderLink = isRow ? Link : QuietLink
  // A narrow column truncates the name.
  const row = { 'data-row-link': isRow || undefined, title: typeof children === 'string' ? children : undefined }
  return campaignId ? (
    <OrderLink
      {...row}
      to="/portal/enterprise-campaigns/$campaignId/orders/$orderId"
      params={{ campaignId, orderId: id }}
    >
      {children}
    </OrderLink>
  ) : (
    <OrderLink {...row} to="/portal/orders/$orderId" params={{ orderId: id }}>
      {children}
    </OrderLink>
  )
}

type AdminCampaignLinkProps = { order: { campaignId?: string | undefined; campaignName?: string | undefined } }

export const AdminCampaignLink = ({ order: { campaignId, campaignName } }: AdminCampaignLinkProps) =>
  campaignId ? (
    <QuietLink to="/portal/enterprise-campaigns/$campaignId" params={{ campaignId }} title={campaignName}>
      {campaignName ?? 'Campaign'}
    </QuietLink>
  ) : (
    emptyValue
  )
