import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { mayEnter } from '../../lib/areas.ts'
import { useUser } from '../../lib/use-user.ts'

type OrderLinkProps = {
  orderId?: string | undefined
  campaignId?: string | undefined
  orderName?: string | undefined
  otherwise: string
}

const withCampaign = '/portal/campaigns/$campaignId/orders/$orderId'
const withoutCampaign = '/portal/orders/$orderId'

/** The order that credits are for, and the way to it where the reader has one. */
export function OrderLink({ orderId, campaignId, orderName, otherwise }: OrderLinkProps) {
  const { role } = useUser()
  if (!orderName) return otherwise
  if (!orderId || !mayEnter(role, campaignId ? withCampaign : withoutCampaign)) return orderName
  const target = campaignId
    ? ({ to: withCampaign, params: { campaignId, orderId } } as const)
    : ({ to: withoutCampaign, params: { orderId } } as const)
  return (
    <Anchor inherit fw={500} renderRoot={(props) => <Link {...props} {...target} />}>
      {orderName}
    </Anchor>
  )
}
