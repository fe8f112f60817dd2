import { Bucket } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import { closeHold, findHoldOwner, lockAccount, lockOpenHold, type Movement, move } from './ledger.queries.ts'
import { marksOf } from './marks.queries.ts'
import { takeReturned } from './marks-rules.ts'
import { type Split, splitCapture } from './split-cost.ts'

type Settlement = {
  orderId: string
  capture: number
  reason: string
  /** Why the rest comes back; `reason` unless said. */
  releaseReason?: string
  actor: string
  at: Date
}

/**
 * Ends an order's hold, inside the caller's transaction: spends `capture` of it and gives the rest back, each to the
 * bucket it came from; what lapsed or was refunded meanwhile is taken from what comes back. A hold is settled once:
 * false says that somebody was there before, and nothing changed.
 */
export async function settleHold(db: Db, { orderId, capture, actor, at, ...reasons }: Settlement): Promise<boolean> {
  const { reason, releaseReason = reason } = reasons
  const back = { reason: releaseReason }
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
      { type: 'RELEASE', bucket: 'SUBSCRIPTION', amount: released.subscription, held: -released.subscription, ...back },
      { type: 'RELEASE', bucket: 'ON_DEMAND', amount: released.onDemand, held: -released.onDemand, ...back },
      ...(await marksEnd(db, orderId, released)),
    ],
    { actor, orderId, reason },
  )
  await closeHold(db, hold.id, capture, released.subscription + released.onDemand, at)
  return true
}

/** What the marks of a hold take of what comes back, each for its own reason, and what the order spent of them. */
async function marksEnd(db: Db, orderId: string, released: Split): Promise<Movement[]> {
  const marks = await marksOf(db, orderId)
  return Bucket.options.flatMap((bucket) => {
    const back = bucket === 'SUBSCRIPTION' ? released.subscription : released.onDemand
    const own = marks.filter((mark) => mark.bucket === bucket)
    return takeReturned(own, back).flatMap(({ taken, forgotten, transactionId, reason }): Movement[] => [
      {
        type: transactionId === null ? 'EXPIRE' : 'REFUND',
        bucket,
        amount: -taken,
        held: 0,
        marked: -taken,
        transactionId,
        ...(reason !== null && { reason }),
      },
      { type: 'MARK', bucket, amount: 0, held: 0, marked: -forgotten, transactionId, reason: spentFirst },
    ])
  })
}

const spentFirst = 'The order spent them before they could go'
