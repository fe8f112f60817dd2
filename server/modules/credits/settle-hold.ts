import type { Db } from '../../platform/postgres/database.ts'
import { closeHold, findHoldOwner, lockAccount, lockOpenHold, move } from './ledger.queries.ts'
import { splitCapture } from './split-cost.ts'

type Settlement = { orderId: string; capture: number; reason: string; actor: string; at: Date }

/**
 * Ends an order's hold, inside the caller's transaction: spends `capture` of it and gives the rest back, each to the bucket
 * it came from. A hold is settled once: false says that somebody was there before, and nothing changed.
 */
export async function settleHold(db: Db, { orderId, capture, reason, actor, at }: Settlement): Promise<boolean> {
  const owner = await findHoldOwner(db, orderId)
  if (!owner) throw new Error(`order ${orderId} has no hold`)
  // The account before the hold, as everywhere, so that two settlements never wait for each other.
  const account = await lockAccount(db, owner.userId)
  const hold = await lockOpenHold(db, orderId)
  if (!hold) return false
  const { captured, released } = splitCapture(hold, capture)
  await move(
    db,
    account,
    [
      { type: 'CAPTURE', bucket: 'SUBSCRIPTION', amount: 0, held: -captured.subscription },
      { type: 'CAPTURE', bucket: 'ON_DEMAND', amount: 0, held: -captured.onDemand },
      { type: 'RELEASE', bucket: 'SUBSCRIPTION', amount: released.subscription, held: -released.subscription },
      { type: 'RELEASE', bucket: 'ON_DEMAND', amount: released.onDemand, held: -released.onDemand },
    ],
    { actor, orderId, reason },
  )
  await closeHold(db, hold.id, capture, released.subscription + released.onDemand, at)
  return true
}
