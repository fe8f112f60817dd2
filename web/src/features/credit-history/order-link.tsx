import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canAccess } from '../../lib/navigation/portal-access.ts'
import { useUser } from '../../lib/session/use-user.ts'

type OrderLinkProps = {
  orderId?: string | undefined
  campaignId?: string | undefined
  orderName?: string | undefined
  otherwise: string
}

const campaignOrderPath = '/portal/campaigns/$campaignId/orders/$orderId'
const orderPath = '/portal/orders/$orderId'

/** The order of a credit entry, linked if the user can open it. */
export function OrderLink({ orderId, campaignId, orderName, otherwise }: OrderLinkProps) {
  const { role } = useUser()
  if (!orderName) return otherwise
  if (!orderId || !canAccess(role, campaignId ? campaignOrderPath : orderPath)) return orderName
  const target = campaignId
    ? ({ to: campaignOrderPath, params: { campaignId, orderId } } as const)
    : ({ to: orderPath, params: { orderId } } as const)
  return (
    <Anchor inherit fw={500} underline="always" renderRoot={(props) => <Link {...props} {...target} />}>
      {orderName}
    </Anchor>
  )
}
