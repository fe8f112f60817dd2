import type { LinkProps } from '@tanstack/react-router'
import { toLeadKey } from '../../entities/lead/lead-key.ts'
import { useUser } from '../../lib/session/use-user.ts'

type LeadRef = { orderId: string; propertyId: string }

/** Returns where a lead is worked: on the board for those who have one, else on the property's page. */
export function useLeadLink(): (lead: LeadRef) => Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'> {
  const hasBoard = useUser().role === 'CONSUMER_USER'
  return ({ orderId, propertyId }) =>
    hasBoard
      ? { to: '/portal/pipeline-builder', search: { tab: 'board', lead: toLeadKey({ orderId, propertyId }) } }
      : { to: '/portal/properties/$propertyId', params: { propertyId }, hash: 'activity' }
}
