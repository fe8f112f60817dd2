import { Link } from '@tanstack/react-router'
import { emptyValue } from '../../lib/format/format.ts'
import type { Scope } from '../../lib/session/scope.ts'
import { AnchorLink } from '../../ui/display/links.tsx'
import { AdminCampaignLink, AdminOrderLink } from './admin-links.tsx'
import { toOrderTarget } from './order-target.ts'

type OrderLinkProps = { order: { id: string; campaignId?: string | undefined; orderName: string }; scope: Scope }

export function OrderLink({ order, scope }: OrderLinkProps) {
  const { id, campaignId, orderName } = order
  if (scope === 'admin')
    return (
      <AdminOrderLink order={order} isRow>
        {orderName}
      </AdminOrderLink>
    )
  const shared = { title: orderName, children: orderName, 'data-row-link': true }
  return <Link {...shared} {...toOrderTarget({ orderId: id, campaignId })} />
}

type CampaignLinkProps = { order: { campaignId?: string | undefined; campaignName?: string | undefined }; scope: Scope }

export function OrderCampaignLink({ order, scope }: CampaignLinkProps) {
  const { campaignId, campaignName = 'Campaign' } = order
  if (scope === 'admin') return <AdminCampaignLink order={order} />
  if (!campaignId) return emptyValue
  return (
    <AnchorLink underline="hover" to="/portal/campaigns/$campaignId" params={{ campaignId }} title={campaignName}>
      {campaignName}
    </AnchorLink>
  )
}
