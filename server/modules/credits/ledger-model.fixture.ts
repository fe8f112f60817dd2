import type { Bucket } from '@dooryard/contract/credit-history'
import fc from 'fast-check'
import { type Sums, sumsOf } from './ledger.fixture.ts'

// A plain model of the rules of credits, written from the rules: it knows of each credit which grant it came with, and of
// each order what it holds and what of that is to go. The ledger knows sums.

export type Command =
  | { do: 'grant'; bucket: Bucket; amount: number }
  | { do: 'buy' | 'coupon'; amount: number }
  | { do: 'hold'; amount: number }
  /** Of the hold at this place among all so far, open or settled, this many tenths are captured; 11 is one too many. */
  | { do: 'settle'; hold: number; tenths: number }
  | { do: 'renew'; monthly: number; keepUpTo: number | undefined }
  | { do: 'lapse' }
  | { do: 'adjust'; bucket: Bucket; amount: number }
  /** The payment at this place among all so far is paid back, once more if it was before. */
  | { do: 'refund'; payment: number }
  /** The refund of the payment at this place was refused: what it took comes back. */
  | { do: 'giveBack'; payment: number }

const bucket = fc.constantFrom<Bucket>('SUBSCRIPTION', 'ON_DEMAND')
const some = (max: number) => fc.nat({ max })
const place = some(50)

export const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('grant'), bucket, amount: some(400) }),
  fc.record({ do: fc.constantFrom('buy', 'coupon'), amount: some(400) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold'), amount: some(300) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('settle'), hold: place, tenths: fc.integer({ min: 0, max: 11 }) }),
  },
  fc.record({ do: fc.constant('renew'), monthly: some(300), keepUpTo: fc.option(some(400), { nil: undefined }) }),
  fc.record({ do: fc.constant('lapse') }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust'),
      bucket,
      amount: fc.integer({ min: -300, max: 300 }).filter((amount) => amount !== 0),
    }),
  },
  fc.record({ do: fc.constantFrom('refund', 'giveBack'), payment: place }),
)

/**
 * Credits that were given together, less what went back of them, and how many are neither spent nor gone, nor marked to
 * go. Where an adjustment gave them, also how many those were at first.
 */
type Lot = { paidBy: string | null; adjusted: number; given: number; left: number }
type Mark = { paidBy: string | null; marked: number }
type Hold = { orderId: string; isOpen: boolean } & Record<Bucket, { amount: number; marks: Mark[] }>
type Payment = { transactionId: string; bucket: Bucket; amount: number }

export type Model = {
  sums: Sums
  lots: Record<Bucket, Lot[]>
  /** What adjustments took that none had given, and none has given back. */
  away: Record<Bucket, number>
  holds: Hold[]
  payments: Payment[]
}

export const emptyModel = (): Model => ({
  sums: sumsOf(0, 0),
  lots: { SUBSCRIPTION: [], ON_DEMAND: [] },
  away: { SUBSCRIPTION: 0, ON_DEMAND: 0 },
  holds: [],
  payments: [],
})

const total = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)
const unusedIn = (model: Model, bucket: Bucket) => total(model.lots[bucket], ({ left }) => left)
const markedIn = (hold: Hold, bucket: Bucket) => total(hold[bucket].marks, ({ marked }) => marked)

/** What of each order's hold is to go, of the orders where any is. */
export function marksOfModel({ holds }: Model) {
  const marks: Record<string, Partial<Record<Bucket, number>>> = {}
  for (const hold of holds.filter(({ isOpen }) => isOpen))
    for (const bucket of ['SUBSCRIPTION', 'ON_DEMAND'] as const) {
      const marked = markedIn(hold, bucket)
      if (marked > 0) marks[hold.orderId] = { ...marks[hold.orderId], [bucket]: marked }
    }
  return marks
}

/** What a command does by the rules alone; its answer is what the real one must answer. */
export function apply(model: Model, command: Command, id: string): string {
  const { sums, holds, payments } = model
  switch (command.do) {
    case 'grant':
      return give(model, command.bucket, command.amount)
    case 'buy':
      payments.push({ transactionId: id, bucket: 'ON_DEMAND', amount: command.amount })
      return give(model, 'ON_DEMAND', command.amount, id)
    case 'coupon':
      return give(model, 'ON_DEMAND', command.amount)
    case 'hold':
      return applyHold(model, command.amount, id)
    case 'settle':
      return applySettle(model, holds[command.hold % holds.length], command.tenths)
    case 'renew':
      return applyRenewal(model, command, id)
    case 'lapse': {
      const unused = unusedIn(model, 'SUBSCRIPTION')
      spendOldest(model, 'SUBSCRIPTION', unused)
      return String(take(model, 'SUBSCRIPTION', unused, null).now)
    }
    case 'adjust':
      if (sums[command.bucket].available + command.amount < 0) return 'UNPROCESSABLE'
      return command.amount > 0
        ? adjustUp(model, command.bucket, command.amount)
        : adjustDown(model, command.bucket, -command.amount)
    case 'refund':
      return applyRefund(model, payments[command.payment % payments.length])
    case 'giveBack':
      return applyGiveBack(model, payments[command.payment % payments.length])
  }
}

function give({ sums, lots }: Model, bucket: Bucket, amount: number, paidBy: string | null = null) {
  sums[bucket].available += amount
  lots[bucket].push({ paidBy, adjusted: 0, given: amount, left: amount })
  return 'done'
}

/** What adjustments took comes back, as though less had been spent, what no other had given first. The rest is new. */
function adjustUp({ sums, lots, away }: Model, bucket: Bucket, amount: number) {
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

/** As though so many less had been spent: of the oldest, so that the newest are there again. */
function unspend(lots: readonly Lot[], amount: number) {
  let unspent = amount
  for (const lot of lots.toReversed()) {
    const room = Math.min(lot.given - lot.left, unspent)
    lot.left += room
    unspent -= room
  }
}

/** What adjustments gave goes, the newest first. What is spent of it, and what is taken beyond it, is of the oldest. */
function adjustDown(model: Model, bucket: Bucket, amount: number) {
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

function spendOldest({ lots }: Model, bucket: Bucket, amount: number) {
  let left = amount
  for (const lot of lots[bucket]) {
    const spent = Math.min(lot.left, left)
    lot.left -= spent
    left -= spent
  }
}

/** Those that can be spent go now, and those that orders hold, of the oldest first, when they come back. */
function take({ sums, holds }: Model, bucket: Bucket, amount: number, paidBy: string | null) {
  const now = Math.min(sums[bucket].available, amount)
  sums[bucket].available -= now
  const marks = []
  let left = amount - now
  for (const hold of holds.filter(({ isOpen }) => isOpen)) {
    const marked = Math.min(hold[bucket].amount - markedIn(hold, bucket), left)
    if (marked === 0) continue
    hold[bucket].marks.push({ paidBy, marked })
    marks.push({ orderId: hold.orderId, marked })
    left -= marked
  }
  return { now, marks }
}

function applyRenewal(model: Model, { monthly, keepUpTo = monthly }: Command & { do: 'renew' }, id: string) {
  const unused = unusedIn(model, 'SUBSCRIPTION')
  const kept = Math.min(unused, keepUpTo)
  spendOldest(model, 'SUBSCRIPTION', unused - kept)
  const { now, marks } = take(model, 'SUBSCRIPTION', unused - kept, null)
  give(model, 'SUBSCRIPTION', monthly, id)
  model.payments.push({ transactionId: id, bucket: 'SUBSCRIPTION', amount: monthly })
  return JSON.stringify({ kept, lapsed: now, marks, granted: monthly })
}

function applyRefund(model: Model, payment: Payment | undefined) {
  const lot = payment && model.lots[payment.bucket].find(({ paidBy }) => paidBy === payment.transactionId)
  if (!lot) return '0'
  const { now } = take(model, payment.bucket, lot.left, payment.transactionId)
  lot.given -= lot.left
  lot.left = 0
  return String(now)
}

/** What the refund took is the payment's again, and of what orders hold nothing is marked for it any more. */
function applyGiveBack({ sums, holds, lots }: Model, payment: Payment | undefined) {
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

function applyHold({ sums, holds }: Model, amount: number, orderId: string): string {
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

function applySettle(model: Model, hold: Hold | undefined, tenths: number) {
  if (!hold) return 'nothing to settle'
  if (!hold.isOpen) return 'false'
  const capture = captureOf(hold, tenths)
  if (capture > hold.SUBSCRIPTION.amount + hold.ON_DEMAND.amount) return 'refused'
  const captured = Math.min(capture, hold.SUBSCRIPTION.amount)
  settleBucket(model, hold, 'SUBSCRIPTION', captured)
  settleBucket(model, hold, 'ON_DEMAND', capture - captured)
  hold.isOpen = false
  return 'true'
}

/** Each mark takes from what comes back; what the order spent of it was spent, and did not go. */
function settleBucket(model: Model, hold: Hold, bucket: Bucket, captured: number) {
  const { amount, marks } = hold[bucket]
  let released = amount - captured
  let spent = captured
  for (const { paidBy, marked } of marks) {
    const gone = Math.min(marked, released)
    released -= gone
    // What had lapsed counts as spent already; what was paid back is the payment's again, and then spent.
    const lot = model.lots[bucket].find((one) => paidBy !== null && one.paidBy === paidBy)
    const back = marked - gone
    if (lot) Object.assign(lot, { given: lot.given + back, left: lot.left + back })
    else spent -= back
  }
  spendOldest(model, bucket, spent)
  model.sums[bucket].available += released
  model.sums[bucket].held -= amount
}

export const captureOf = (hold: Hold, tenths: number) => {
  const held = hold.SUBSCRIPTION.amount + hold.ON_DEMAND.amount
  return tenths === 11 ? held + 1 : Math.floor((held * tenths) / 10)
}
