import type { Waterfall } from '@dooryard/contract/order'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { settleHold } from '../credits/index.ts'
import { dropLeads } from './leads.queries.ts'
import { moveOrder } from './move-order.ts'

type Ending = { to?: 'FAILED' | 'CANCELLED'; actor?: string; waterfall?: Waterfall }

/**
 * Ends an order without delivering it, inside the caller's transaction: everything held for it goes back. `reason` is what
 * the user reads. False when the order is past that.
 */
export async function failOrder(
  services: { db: Db; clock: Clock },
  orderId: string,
  reason: string,
  { to = 'FAILED', actor = 'system', waterfall }: Ending = {},
): Promise<boolean> {
  const at = services.clock.now()
  const progress = { failureReason: reason, completedAt: at, ...(waterfall && { waterfall }) }
  const settle = async () => {
    // Nobody has bought them.
    await dropLeads(services.db, orderId)
    if (!(await settleHold(services.db, { orderId, capture: 0, reason, actor, at })))
      throw new Error(`the hold of order ${orderId} was settled before it ended`)
  }
  return moveOrder(services, orderId, { to, progress, detail: reason, settle })
}
