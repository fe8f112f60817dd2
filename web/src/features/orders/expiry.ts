import { callReadyExpiryDays } from '@dooryard/contract/limits'
import type { Order } from '@dooryard/contract/order'

const day = 24 * 60 * 60 * 1000

/** When an order expires: 30 days after its creation when it is for calls, else never. */
export function expiryOf({ campaignType, createdAt }: Pick<Order, 'campaignType' | 'createdAt'>): string | undefined {
  if (campaignType !== 'CALL_READY') return undefined
  return new Date(new Date(createdAt).getTime() + callReadyExpiryDays * day).toISOString()
}
