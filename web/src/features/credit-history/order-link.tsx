import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { toOrderTarget } from '../../entities/order/order-target.ts'
import { canAccess } from '../../lib/navigation/portal-access.ts'
import { useUser } from '../../lib/session/use-user.ts'

type OrderLinkProps = {
  orderId?: string | undefined
  campaignId?: string | undefined
  orderName?: string | undefined
  otherwise: string
}

/** The order of a credit entry, linked if the user can open it. */
export function OrderLink({ orderId, campaignId, orderName, otherwise }: OrderLinkProps) {
  const { role } = useUser()
  if (!orderName) return otherwise
  const target = orderId && toOrderTarget({ orderId, campaignId })
  if (!target || !canAccess(role, target.to)) return orderName
  return (
    <Anchor inherit fw={500} underline="always" renderRoot={(props) => <Link {...props} {...target} />}>
      {orderName}
    </Anchor>
  )
}
