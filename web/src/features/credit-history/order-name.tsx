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

const ofCampaign = '/portal/campaigns/$campaignId/orders/$orderId'
const ofNone = '/portal/orders/$orderId'

/** The order that credits are for, and the way to it where the reader has one. */
export function OrderName({ orderId, campaignId, orderName, otherwise }: OrderNameProps) {
  const { role } = useUser()
  if (!orderName) return otherwise
  if (!orderId || !mayEnter(role, campaignId ? ofCampaign : ofNone)) return orderName
  return campaignId ? (
    <Link className={classes.order} to={ofCampaign} params={{ campaignId, orderId }}>
      {orderName}
    </Link>
  ) : (
    <Link className={classes.order} to={ofNone} params={{ orderId }}>
      {orderName}
    </Link>
  )
}
