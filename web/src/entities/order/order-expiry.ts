import { callReadyExpiryDays } from '@dooryard/contract/limits'
import type { ListedOrder } from '@dooryard/contract/order'
import { plural } from '../../lib/format.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

type Dated = Pick<ListedOrder, 'campaignType' | 'createdAt' | 'expiresAt'>

/** The Expire Date of a list of orders, by the specification: 30 days after its creation for an order to call. */
export function getExpireDate({ campaignType, createdAt }: Omit<Dated, 'expiresAt'>): string | undefined {
  if (campaignType !== 'CALL_READY') return undefined
  return new Date(new Date(createdAt).getTime() + callReadyExpiryDays * day).toISOString()
}

/** Until when the numbers of an order to call may be called, as the server says; any other order never expires. */
export const getExpiry = (order: Dated): string | undefined => order.expiresAt ?? getExpireDate(order)

/** How long is left until an instant: days, on the last two of them hours; undefined once it is over. */
export function formatTimeLeft(until: string, now: number): string | undefined {
  const left = new Date(until).getTime() - now
  if (left <= 0) return undefined
  if (left < hour) return 'less than an hour left'
  return left < 2 * day
    ? `${plural(Math.floor(left / hour), 'hour')} left`
    : `${plural(Math.floor(left / day), 'day')} left`
}
