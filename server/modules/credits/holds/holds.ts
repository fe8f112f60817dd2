import { Bucket } from '@dooryard/contract/billing/credit-history'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import {
  closeHold,
  findHoldOwner,
  insertHold,
  lockAccount,
  lockOpenHold,
  type Movement,
  postEntries,
} from '../ledger/ledger.queries.ts'
import { applyPendingAdjustments } from './pending-adjustment-rules.ts'
import { listPendingAdjustments } from './pending-adjustments.queries.ts'
import { type CreditSplit, splitCapture, splitCost } from './split-cost.ts'

const insufficientCredits = (needed: number, available: number) =>
  appError(
    'INSUFFICIENT_CREDITS',
    `This order needs ${pluralize(needed, 'credit')} and you have ${formatNumber(available)}.`,
    { needed, available },
  )

type HoldInput = {
  userId: string
  orderId: string
  amount: number
  /**
   * Who places the order; defaults to the user. An order placed by an administrator acting as the user triggers no
   * top-up.
   */
  actor?: string
  reason?: string
}

/**
 * Holds credits for an order, subscription credits first. Throws INSUFFICIENT_CREDITS, without a hold, if the balance
 * is too low.
 */
export async function holdCredits(db: Db, { userId, orderId, amount, ...hold }: HoldInput): Promise<void> {
  const { actor = userId, reason = 'Held when the order was placed' } = hold
  const account = await lockAccount(db, userId)
  const available = { subscriptionCredits: account.subscriptionAvailable, onDemandCredits: account.onDemandAvailable }
  const split = splitCost(available, amount)
  if (!split) throw insufficientCredits(amount, account.subscriptionAvailable + account.onDemandAvailable)
  await insertHold(db, { id: newId(), userId, orderId, ...split })
  await postEntries(
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

type CaptureInput = {
  orderId: string
  capture: number
  reason: string
  releaseReason?: string
  actor: string
  at: Date
}

/**
 * Captures `capture` and releases the rest, less what expired or was refunded meanwhile. Returns false if the hold was
 * already settled.
 */
export async function captureHold(db: Db, { orderId, capture, actor, at, ...reasons }: CaptureInput): Promise<boolean> {
  const { reason, releaseReason = reason } = reasons
  const back = { reason: releaseReason }
  const owner = await findHoldOwner(db, orderId)
  if (!owner) throw new Error(`order ${orderId} has no hold`)
  // Always locks the account before the hold, so that two settlements cannot deadlock.
  const account = await lockAccount(db, owner.userId)
  const hold = await lockOpenHold(db, orderId)
  if (!hold) return false
  const { captured, released } = splitCapture(hold, capture)
  await postEntries(
    db,
    account,
    [
      { type: 'CAPTURE', bucket: 'SUBSCRIPTION', amount: 0, held: -captured.subscription },
      { type: 'CAPTURE', bucket: 'ON_DEMAND', amount: 0, held: -captured.onDemand },
      { type: 'RELEASE', bucket: 'SUBSCRIPTION', amount: released.subscription, held: -released.subscription, ...back },
      { type: 'RELEASE', bucket: 'ON_DEMAND', amount: released.onDemand, held: -released.onDemand, ...back },
      ...(await resolvePendingAdjustments(db, orderId, released)),
    ],
    { actor, orderId, reason },
  )
  await closeHold(db, hold.id, capture, released.subscription + released.onDemand, at)
  return true
}

async function resolvePendingAdjustments(db: Db, orderId: string, released: CreditSplit): Promise<Movement[]> {
  const marks = await listPendingAdjustments(db, orderId)
  return Bucket.options.flatMap((bucket) => {
    const back = bucket === 'SUBSCRIPTION' ? released.subscription : released.onDemand
    const own = marks.filter((mark) => mark.bucket === bucket)
    return applyPendingAdjustments(own, back).flatMap(({ taken, forgotten, transactionId, reason }): Movement[] => [
      {
        type: transactionId === null ? 'EXPIRE' : 'REFUND',
        bucket,
        amount: -taken,
        held: 0,
        marked: -taken,
        transactionId,
        ...(reason !== null && { reason }),
      },
      { type: 'MARK', bucket, amount: 0, held: 0, marked: -forgotten, transactionId, reason: spentReason },
    ])
  })
}

const spentReason = 'Already spent by the order'
