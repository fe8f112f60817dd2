import type { Bucket } from '@dooryard/contract/billing/credit-history'
import type { Movement } from '../ledger/ledger.queries.ts'

/** Credits of a bucket held by an open order. The `marked` part is removed when the hold is released. */
export type HeldCredits = { orderId: string; held: number; marked: number }

/** One bucket of an account with the open holds, oldest first. */
export type BucketCredits = { available: number; holds: readonly HeldCredits[] }

export type PendingAdjustment = { orderId: string; marked: number }

export type Deduction = { taken: number; marks: PendingAdjustment[] }

/** Credits that are neither spent nor removed, nor pending removal. */
export const getUnused = ({ available, holds }: BucketCredits): number =>
  holds.reduce((sum, { held, marked }) => sum + held - marked, available)

/**
 * Deducts credits: spendable credits first, then held credits, which become pending adjustments of the oldest orders
 * first, each up to what it holds. Credits beyond that were spent and stay spent. All amounts are whole credits.
 */
export function deductCredits({ available, holds }: BucketCredits, amount: number): Deduction {
  const taken = Math.min(available, amount)
  let left = amount - taken
  const marks: PendingAdjustment[] = []
  for (const { orderId, held, marked } of holds) {
    const more = Math.min(held - marked, left)
    if (more > 0) marks.push({ orderId, marked: more })
    left -= more
  }
  return { taken, marks }
}

export const toMarkEntries = (bucket: Bucket, marks: readonly PendingAdjustment[]): Movement[] =>
  marks.map((mark) => ({ type: 'MARK', bucket, amount: 0, held: 0, ...mark }))

/**
 * Applies the pending adjustments of a hold to its released credits, oldest first. The remainder is discarded: an
 * order spent it, and that offsets nothing else.
 */
export function applyPendingAdjustments<M extends { marked: number }>(marks: readonly M[], released: number) {
  let left = released
  return marks.map((mark) => {
    const taken = Math.min(mark.marked, left)
    left -= taken
    return { ...mark, taken, forgotten: mark.marked - taken }
  })
}

/** A grant, or an adjustment, which may be negative. For a payment: the amount that was not refunded. */
export type GrantRow = { kind: 'GIVEN' | 'ADJUSTED'; transactionId: string | null; amount: number }

/**
 * Sums up what a payment granted and what was granted after it, each less refunds. An adjustment and its reversal
 * cancel out, in either order. Expired credits are not refunded: they count as spent.
 */
export function sumGrantsSince(grants: readonly GrantRow[], transactionId: string): { own: number; later: number } {
  const at = grants.findIndex((one) => one.transactionId === transactionId)
  const amounts = (kind: GrantRow['kind'], part: readonly GrantRow[]) =>
    part.filter((one) => one.kind === kind).map(({ amount }) => amount)
  const after = grants.slice(at + 1)
  const adjusted = runningSums(amounts('ADJUSTED', grants.slice(0, at + 1)))
  const adjustedSince = amounts('ADJUSTED', after).reduce(add, adjusted.at(-1) ?? 0)
  const later =
    amounts('GIVEN', after).reduce(add, 0) +
    // Later adjustments count as grants only above the highest earlier sum of adjustments.
    Math.max(0, adjustedSince - Math.max(...adjusted))
  return { own: grants[at]?.amount ?? 0, later }
}

const add = (sum: number, amount: number) => sum + amount

function runningSums(amounts: readonly number[]): number[] {
  let sum = 0
  return [0, ...amounts.map((amount) => (sum += amount))]
}

/**
 * Returns the unused part of a purchase. A bucket spends its oldest credits first, so unused credits belong to the
 * latest grants: first to those after the purchase, then to the purchase.
 */
export const getPurchaseRemainder = (unused: number, grants: { own: number; later: number }): number =>
  Math.max(0, Math.min(unused - grants.later, grants.own))

export type Rollover = { kept: number; expired: number; marks: PendingAdjustment[] }

/**
 * Unused subscription credits roll over up to one month's worth of the ended month, and the rest expires. After a
 * renewal a user has at most two months' worth and loses nothing by switching to a smaller plan. Held credits count as
 * unused, since they may be released; their excess expires on release. All amounts are whole credits.
 */
export function computeRollover(credits: BucketCredits, keepUpTo: number): Rollover {
  const unused = getUnused(credits)
  const kept = Math.min(unused, keepUpTo)
  const { taken, marks } = deductCredits(credits, unused - kept)
  return { kept, expired: taken, marks }
}
