import { callReadyExpiryDays } from '@dooryard/contract/api/limits'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { pluralize } from '../../lib/format/format.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

type DatedOrder = Pick<ListedOrder, 'campaignType' | 'createdAt' | 'expiresAt'>

/** The Expire Date of an order, as defined by the specification: 30 days after creation for call-ready orders. */
export function getCallReadyExpiry({ campaignType, createdAt }: Omit<DatedOrder, 'expiresAt'>): string | undefined {
  if (campaignType !== 'CALL_READY') return undefined
  return new Date(new Date(createdAt).getTime() + callReadyExpiryDays * day).toISOString()
}

/** When the numbers of a call-ready order expire, as the server says; other orders never expire. */
export const getExpiry = (order: DatedOrder): string | undefined => order.expiresAt ?? getCallReadyExpiry(order)

/** The time left until an instant: in days, rounded, or in hours for the last two days; undefined once it has passed. */
export function formatTimeLeft(until: string, now: number): string | undefined {
  const left = new Date(until).getTime() - now
  if (left <= 0) return undefined
  if (left < hour) return 'less than an hour left'
  return left < 2 * day
    ? `${pluralize(Math.floor(left / hour), 'hour')} left`
    : `${pluralize(Math.round(left / day), 'day')} left`
}
