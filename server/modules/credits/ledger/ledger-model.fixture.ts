import type { Bucket } from '@dooryard/contract/billing/credit-history'
import fc from 'fast-check'
import { type Sums, toSums } from './ledger.fixture.ts'

// A simple model of the credit rules. It tracks the grant of each credit, and for each order what it holds and what of
// that is pending removal. The ledger stores only sums.

export type LedgerCommand =
  | { do: 'grant'; bucket: Bucket; amount: number }
  | { do: 'buy' | 'coupon'; amount: number }
  | { do: 'hold'; amount: number }
  /**
   * Captures this many tenths of the hold at this index among all holds so far, open or settled; 11 exceeds it by one.
   */
  | { do: 'settle'; hold: number; tenths: number }
  | { do: 'renew'; monthly: number; keepUpTo: number | undefined }
  | { do: 'expire' }
  | { do: 'adjust'; bucket: Bucket; amount: number }
  /** Refunds the payment at this index among all payments so far, possibly again. */
  | { do: 'refund'; payment: number }
  /** The refund of the payment at this index was rejected, so the credits are restored. */
  | { do: 'reverseClawback'; payment: number }

const bucket = fc.constantFrom<Bucket>('SUBSCRIPTION', 'ON_DEMAND')
const credits = (max: number) => fc.nat({ max })
const position = credits(50)

export const command: fc.Arbitrary<LedgerCommand> = fc.oneof(
  fc.record({ do: fc.constant('grant'), bucket, amount: credits(400) }),
  fc.record({ do: fc.constantFrom('buy', 'coupon'), amount: credits(400) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold'), amount: credits(300) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('settle'), hold: position, tenths: fc.integer({ min: 0, max: 11 }) }),
  },
  fc.record({ do: fc.constant('renew'), monthly: credits(300), keepUpTo: fc.option(credits(400), { nil: undefined }) }),
  fc.record({ do: fc.constant('expire') }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust'),
      bucket,
      amount: fc.integer({ min: -300, max: 300 }).filter((amount) => amount !== 0),
    }),
  },
  fc.record({ do: fc.constantFrom('refund', 'reverseClawback'), payment: position }),
)

/**
 * Credits granted together, less what was refunded, and how many of them are still unused and not pending removal. For
 * an adjustment, also the amount initially granted.
 */
type Lot = { paidBy: string | null; adjusted: number; given: number; left: number }
type ModelAdjustment = { paidBy: string | null; marked: number }
type ModelHold = { orderId: string; isOpen: boolean } & Record<Bucket, { amount: number; marks: ModelAdjustment[] }>
type ModelPayment = { transactionId: string; bucket: Bucket; amount: number }

export type LedgerModel = {
  sums: Sums
  lots: Record<Bucket, Lot[]>
  /** Deductions by adjustments not yet offset by a positive adjustment. */
  away: Record<Bucket, number>
  holds: ModelHold[]
  payments: ModelPayment[]
}

export const createModel = (): LedgerModel => ({
  sums: toSums(0, 0),
  lots: { SUBSCRIPTION: [], ON_DEMAND: [] },
  away: { SUBSCRIPTION: 0, ON_DEMAND: 0 },
  holds: [],
  payments: [],
})

const total = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)
const sumUnused = (model: LedgerModel, bucket: Bucket) => total(model.lots[bucket], ({ left }) => left)
const sumMarked = (hold: ModelHold, bucket: Bucket) => total(hold[bucket].marks, ({ marked }) => marked)

/** The pending adjustments of each open order that has any. */
export function getModelAdjustments({ holds }: LedgerModel) {
  const marks: Record<string, Partial<Record<Bucket, number>>> = {}
  for (const hold of holds.filter(({ isOpen }) => isOpen))
    for (const bucket of ['SUBSCRIPTION', 'ON_DEMAND'] as const) {
      const marked = sumMarked(hold, bucket)
      if (marked > 0) marks[hold.orderId] = { ...marks[hold.orderId], [bucket]: marked }
    }
  return marks
}

/** Applies a command by the rules alone. Returns the result expected from the real operation. */
export function applyCommand(model: LedgerModel, command: LedgerCommand, id: string): string {
  const { sums, holds, payments } = model
  switch (command.do) {
    case 'grant':
      return grantLot(model, command.bucket, command.amount)
    case 'buy':
      payments.push({ transactionId: id, bucket: 'ON_DEMAND', amount: command.amount })
      return grantLot(model, 'ON_DEMAND', command.amount, id)
    case 'coupon':
      return grantLot(model, 'ON_DEMAND', command.amount)
    case 'hold':
      return applyHold(model, command.amount, id)
    case 'settle':
      return applySettle(model, holds[command.hold % holds.length], command.tenths)
    case 'renew':
      return applyRenewal(model, command, id)
    case 'expire': {
      const unused = sumUnused(model, 'SUBSCRIPTION')
      spendOldest(model, 'SUBSCRIPTION', unused)
      return String(deduct(model, 'SUBSCRIPTION', unused, null).now)
    }
    case 'adjust':
      if (sums[command.bucket].available + command.amount < 0) return 'UNPROCESSABLE'
      return command.amount > 0
        ? adjustUp(model, command.bucket, command.amount)
        : adjustDown(model, command.bucket, -command.amount)
    case 'refund':
      return applyRefund(model, payments[command.payment % payments.length])
    case 'reverseClawback':
      return applyClawbackReversal(model, payments[command.payment % payments.length])
  }
}

function grantLot({ sums, lots }: LedgerModel, bucket: Bucket, amount: number, paidBy: string | null = null) {
  sums[bucket].available += amount
  lots[bucket].push({ paidBy, adjusted: 0, given: amount, left: amount })
  return 'done'
}

/**
 * Restores earlier deductions first, as if less had been spent, beginning with those that offset no grant. The rest is
 * a new grant.
 */
function adjustUp({ sums, lots, away }: LedgerModel, bucket: Bucket, amount: number) {
  sums[bucket].available += amount
  const back = Math.min(away[bucket], amount)
  away[bucket] -= back
  let more = amount - back
  for (const lot of lots[bucket].filter(({ adjusted }) => adjusted > 0)) {
    const again = Math.min(lot.adjusted - lot.given, more)
    lot.given += again
    more -= again
  }
  unspend(lots[bucket], amount - more)
  lots[bucket].push({ paidBy: null, adjusted: more, given: more, left: more })
  return 'done'
}

/** Undoes spending of the oldest credits, so that the newest ones become available again. */
function unspend(lots: readonly Lot[], amount: number) {
  let unspent = amount
  for (const lot of lots.toReversed()) {
    const room = Math.min(lot.given - lot.left, unspent)
    lot.left += room
    unspent -= room
  }
}

/**
 * Removes credits granted by adjustments, newest first. The part of them already spent, and any excess, is spent from
 * the oldest credits.
 */
function adjustDown(model: LedgerModel, bucket: Bucket, amount: number) {
  model.sums[bucket].available -= amount
  let toUndo = amount
  let toSpend = 0
  for (const lot of model.lots[bucket].filter(({ adjusted }) => adjusted > 0).toReversed()) {
    const undone = Math.min(lot.given, toUndo)
    const unspent = Math.min(lot.left, undone)
    Object.assign(lot, { given: lot.given - undone, left: lot.left - unspent })
    toUndo -= undone
    toSpend += undone - unspent
  }
  model.away[bucket] += toUndo
  spendOldest(model, bucket, toSpend + toUndo)
  return 'done'
}

function spendOldest({ lots }: LedgerModel, bucket: Bucket, amount: number) {
  let left = amount
  for (const lot of lots[bucket]) {
    const spent = Math.min(lot.left, left)
    lot.left -= spent
    left -= spent
  }
}

/** Removes spendable credits now, and held credits, of the oldest orders first, when they are released. */
function deduct({ sums, holds }: LedgerModel, bucket: Bucket, amount: number, paidBy: string | null) {
  const now = Math.min(sums[bucket].available, amount)
  sums[bucket].available -= now
  const marks = []
  let left = amount - now
  for (const hold of holds.filter(({ isOpen }) => isOpen)) {
    const marked = Math.min(hold[bucket].amount - sumMarked(hold, bucket), left)
    if (marked === 0) continue
    hold[bucket].marks.push({ paidBy, marked })
    marks.push({ orderId: hold.orderId, marked })
    left -= marked
  }
  return { now, marks }
}

function applyRenewal(
  model: LedgerModel,
  { monthly, keepUpTo = monthly }: LedgerCommand & { do: 'renew' },
  id: string,
) {
  const unused = sumUnused(model, 'SUBSCRIPTION')
  const kept = Math.min(unused, keepUpTo)
  spendOldest(model, 'SUBSCRIPTION', unused - kept)
  const { now, marks } = deduct(model, 'SUBSCRIPTION', unused - kept, null)
  grantLot(model, 'SUBSCRIPTION', monthly, id)
  model.payments.push({ transactionId: id, bucket: 'SUBSCRIPTION', amount: monthly })
  return JSON.stringify({ kept, expired: now, marks, granted: monthly })
}

function applyRefund(model: LedgerModel, payment: ModelPayment | undefined) {
  const lot = payment && model.lots[payment.bucket].find(({ paidBy }) => paidBy === payment.transactionId)
  if (!lot) return '0'
  const { now } = deduct(model, payment.bucket, lot.left, payment.transactionId)
  lot.given -= lot.left
  lot.left = 0
  return String(now)
}

/** Returns the refunded credits to the payment and clears its pending adjustments on open holds. */
function applyClawbackReversal({ sums, holds, lots }: LedgerModel, payment: ModelPayment | undefined) {
  const lot = payment && lots[payment.bucket].find(({ paidBy }) => paidBy === payment.transactionId)
  if (!lot) return 'done'
  const { bucket, amount, transactionId } = payment
  const back = amount - lot.given
  let unmarked = 0
  for (const { [bucket]: held } of holds.filter(({ isOpen }) => isOpen)) {
    unmarked += total(
      held.marks.filter(({ paidBy }) => paidBy === transactionId),
      ({ marked }) => marked,
    )
    held.marks = held.marks.filter(({ paidBy }) => paidBy !== transactionId)
  }
  lot.given += back
  unspend(lots[bucket], back)
  sums[bucket].available += back - unmarked
  return 'done'
}

function applyHold({ sums, holds }: LedgerModel, amount: number, orderId: string): string {
  const { SUBSCRIPTION: subscription, ON_DEMAND: onDemand } = sums
  if (amount > subscription.available + onDemand.available) return 'INSUFFICIENT_CREDITS'
  const first = Math.min(amount, subscription.available)
  const second = amount - first
  Object.assign(subscription, { available: subscription.available - first, held: subscription.held + first })
  Object.assign(onDemand, { available: onDemand.available - second, held: onDemand.held + second })
  const of = (held: number) => ({ amount: held, marks: [] })
  holds.push({ orderId, isOpen: true, SUBSCRIPTION: of(first), ON_DEMAND: of(second) })
  return 'done'
}

function applySettle(model: LedgerModel, hold: ModelHold | undefined, tenths: number) {
  if (!hold) return 'nothing to settle'
  if (!hold.isOpen) return 'false'
  const capture = getCaptureAmount(hold, tenths)
  if (capture > hold.SUBSCRIPTION.amount + hold.ON_DEMAND.amount) return 'refused'
  const captured = Math.min(capture, hold.SUBSCRIPTION.amount)
  settleBucket(model, hold, 'SUBSCRIPTION', captured)
  settleBucket(model, hold, 'ON_DEMAND', capture - captured)
  hold.isOpen = false
  return 'true'
}

/**
 * Each pending adjustment takes from the released credits. What the order spent of it counts as spent, not as removed.
 */
function settleBucket(model: LedgerModel, hold: ModelHold, bucket: Bucket, captured: number) {
  const { amount, marks } = hold[bucket]
  let released = amount - captured
  let spent = captured
  for (const { paidBy, marked } of marks) {
    const gone = Math.min(marked, released)
    released -= gone
    // Expired credits already count as spent. Refunded credits return to the payment and are then spent.
    const lot = model.lots[bucket].find((one) => paidBy !== null && one.paidBy === paidBy)
    const back = marked - gone
    if (lot) Object.assign(lot, { given: lot.given + back, left: lot.left + back })
    else spent -= back
  }
  spendOldest(model, bucket, spent)
  model.sums[bucket].available += released
  model.sums[bucket].held -= amount
}

export const getCaptureAmount = (hold: ModelHold, tenths: number) => {
  const held = hold.SUBSCRIPTION.amount + hold.ON_DEMAND.amount
  return tenths === 11 ? held + 1 : Math.floor((held * tenths) / 10)
}
