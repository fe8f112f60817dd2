import { Link } from '@tanstack/react-router'
import { mayEnter } from '../../lib/areas.ts'
import { useUser } from '../../lib/use-user.ts'
import classes from './credit-history.module.css'

type OrderNameProps = {
  orderId?: string | undefined
  campaignId?: string | undefined
  orderName?: string | undefined
  otherwise: string
}

/** The order that credits are for, and the way to it where there is one. */
export function OrderName({ orderId, campaignId, orderName, otherwise }: OrderNameProps) {
  const { role } = useUser()
  if (!orderName) return otherwise
  const to = '/portal/campaigns/$campaignId/orders/$orderId'
  if (!orderId || !campaignId || !mayEnter(role, to)) return orderName
  return (
    <Link className={classes.order} to={to} params={{ campaignId, orderId }}>
      {orderName}
    </Link>
  )
}
