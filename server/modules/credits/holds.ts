import { Bucket } from '@dooryard/contract/credit-history'
import { appError } from '../../platform/errors.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  closeHold,
  findHoldOwner,
  insertHold,
  lockAccount,
  lockOpenHold,
  type Movement,
  move,
} from './ledger.queries.ts'
import { marksOf } from './marks.queries.ts'
import { takeReturned } from './marks-rules.ts'
import { type Split, splitCapture, splitCost } from './split-cost.ts'

const insufficientCredits = (needed: number, available: number) =>
  appError(
    'INSUFFICIENT_CREDITS',
    `This order needs ${plural(needed, 'credit')} and you have ${formatNumber(available)}.`,
    { needed, available },
  )

type Hold = {
  userId: string
  orderId: string
  amount: number
  /** Who orders; the user, unless said. What an administrator orders as the user starts nothing that charges a card. */
  actor?: string
  reason?: string
}

/** Subscription credits first. INSUFFICIENT_CREDITS, and nothing held, when the balance cannot meet it. */
export async function holdCredits(db: Db, { userId, orderId, amount, ...hold }: Hold): Promise<void> {
  const { actor = userId, reason = 'Held when the order was placed' } = hold
  const account = await lockAccount(db, userId)
  const available = { subscriptionCredits: account.subscriptionAvailable, onDemandCredits: account.onDemandAvailable }
  const split = splitCost(available, amount)
  if (!split) throw insufficientCredits(amount, account.subscriptionAvailable + account.onDemandAvailable)
  await insertHold(db, { id: newId(), userId, orderId, ...split })
  await move(
    db,
    account,
    [
      { type: 'HOLD', bucket: 'SUBSCRIPTION', amount: -split.subscription, held: split.subscription },
      { type: 'HOLD', bucket: 'ON_DEMAND', amount: -split.onDemand, held: split.onDemand },
    ],
    { actor, orderId, reason },
    { isActedFor: actor !== userId },
  )
}

type Settlement = {
  orderId: string
  capture: number
  reason: string
  releaseReason?: string
  actor: string
  at: Date
}

/** Spends `capture` and releases the rest, less what lapsed or was refunded meanwhile; false once it is settled. */
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
