import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { unknown } from '../../lib/format.ts'
import quiet from './quiet-link.module.css'

type OrderLinkProps = {
  order: { id: string; campaignId?: string | undefined }
  /** Whether it is what the row of a list opens. */
  isRow?: boolean
  children: ReactNode
}

/** Leads to an order of anybody's as an administrator sees it. */
export function AnybodysOrderLink({ order: { id, campaignId }, isRow = false, children }: OrderLinkProps) {
  const looks = isRow ? { 'data-row-link': true } : { className: quiet.link }
  return campaignId ? (
    <Link {...looks} to="/portal/enterprise-campaigns/$campaignId/orders/$orderId" params={{ campaignId, orderId: id }}>
      {children}
    </Link>
  ) : (
    <Link {...looks} to="/portal/orders/$orderId" params={{ orderId: id }}>
      {children}
    </Link>
  )
}

type CampaignLinkProps = { order: { campaignId?: string | undefined; campaignName?: string | undefined } }

/** Leads to the campaign of such an order, where it has one. */
export function AnybodysCampaignLink({ order: { campaignId, campaignName } }: CampaignLinkProps) {
  if (!campaignId) return unknown
  return (
    <Link className={quiet.link} to="/portal/enterprise-campaigns/$campaignId" params={{ campaignId }}>
      {campaignName ?? 'Campaign'}
    </Link>
  )
}
