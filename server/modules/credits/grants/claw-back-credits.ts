import { Bucket } from '@dooryard/contract/billing/credit-history'
import type { Db } from '../../../platform/postgres/database.ts'
import type { CreditAccount } from '../balance/balance-rules.ts'
import {
  deductCredits,
  getPurchaseRemainder,
  getUnused,
  type PendingAdjustment,
  sumGrantsSince,
  toMarkEntries,
} from '../holds/pending-adjustment-rules.ts'
import { getBucketCredits, getDeduction, listGrants } from '../holds/pending-adjustments.queries.ts'
import { lockAccount, type Movement, postEntries } from '../ledger/ledger.queries.ts'

type ClawbackInput = {
  userId: string
  bucket: Bucket
  transactionId: string
  reason: string
  actor: string
}

/**
 * Claws back the unused credits of a refunded payment within the caller's transaction: spendable credits of its bucket
 * immediately, held credits on release. Credits already clawed back are not taken again. Returns the amount taken
 * immediately.
 */
export async function clawBackCredits(db: Db, purchase: ClawbackInput): Promise<number> {
  const { bucket, userId, ...cause } = purchase
  const account = await lockAccount(db, userId)
  const { taken, marks } = await planClawback(db, account, { bucket, transactionId: purchase.transactionId })
  const refund = { type: 'REFUND', bucket, amount: -taken, held: 0 } as const
  // A clawback is not spending, so it must not trigger a top-up.
  await postEntries(db, account, [refund, ...toMarkEntries(bucket, marks)], cause, { isActedFor: true })
  return taken
}

/**
 * Claws back up to so many credits of a payment, in the order of the buckets: of each first what can be spent. The rest
 * was spent and stays so.
 */
export async function clawBackPart(db: Db, part: Omit<ClawbackInput, 'bucket'>, credits: number): Promise<void> {
  const { userId, ...cause } = part
  let left = credits
  for (const bucket of Bucket.options) {
    const account = await lockAccount(db, userId)
    const { taken, marks } = await planClawback(db, account, { bucket, transactionId: part.transactionId, upTo: left })
    const refund = { type: 'REFUND', bucket, amount: -taken, held: 0 } as const
    await postEntries(db, account, [refund, ...toMarkEntries(bucket, marks)], cause, { isActedFor: true })
    left -= taken + sumMarks(marks)
  }
}

type ClawbackReversal = ClawbackInput & {
  /** Reverses only what was clawed back after this entry of the account; by default all. */
  afterEntry?: number | undefined
  /**
   * Why credits of this bucket expired while the clawback was in force, so that they expire now; undefined if they did
   * not.
   */
  expiryReason?: string | undefined
}

/** Reverses `clawBackCredits` for a payment whose refund failed, and clears the pending adjustments of its holds. */
export async function reverseClawback(
  db: Db,
  { bucket, userId, expiryReason, afterEntry, ...cause }: ClawbackReversal,
): Promise<void> {
  const account = await lockAccount(db, userId)
  const { taken, marks } = await getDeduction(db, { userId, bucket, transactionId: cause.transactionId, afterEntry })
  const movements: Movement[] = [
    { type: 'REFUND', bucket, amount: taken, held: 0 },
    ...toMarkEntries(bucket, marks).map(({ marked = 0, ...mark }) => ({ ...mark, marked: -marked })),
  ]
  if (expiryReason !== undefined) {
    // Has no payment: a pending adjustment with a payment is its refund.
    const ended = { reason: expiryReason, transactionId: null }
    movements.push({ type: 'EXPIRE', bucket, amount: -taken, held: 0, ...ended })
    movements.push(...toMarkEntries(bucket, marks).map((mark) => ({ ...mark, ...ended })))
  }
  await postEntries(db, account, movements, cause, { isActedFor: true })
}

/**
 * Returns what a clawback of all, or of up to so many credits, would take now, and what orders hold of it. Locks the
 * account until the transaction ends.
 */
export async function getRefundableCredits(db: Db, userId: string, transactionId: string, upTo?: number) {
  const account = await lockAccount(db, userId)
  const left = { available: 0, held: 0 }
  for (const bucket of Bucket.options) {
    const rest = upTo === undefined ? undefined : upTo - left.available - left.held
    const { taken, marks } = await planClawback(db, account, { bucket, transactionId, upTo: rest })
    left.available += taken
    left.held += sumMarks(marks)
  }
  return left
}

const sumMarks = (marks: readonly PendingAdjustment[]) => marks.reduce((sum, { marked }) => sum + marked, 0)

type PlannedClawback = { bucket: Bucket; transactionId: string; upTo?: number | undefined }

async function planClawback(
  db: Db,
  locked: CreditAccount,
  { bucket, transactionId, upTo = Number.POSITIVE_INFINITY }: PlannedClawback,
) {
  const credits = await getBucketCredits(db, locked, bucket)
  const given = sumGrantsSince(await listGrants(db, locked.userId, bucket), transactionId)
  return deductCredits(credits, Math.min(upTo, getPurchaseRemainder(getUnused(credits), given)))
}
