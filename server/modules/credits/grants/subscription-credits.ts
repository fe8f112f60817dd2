import type { Bucket } from '@dooryard/contract/billing/credit-history'
import type { Db } from '../../../platform/postgres/database.ts'
import type { CreditAccount } from '../balance/balance-rules.ts'
import {
  computeRollover,
  deductCredits,
  getUnused,
  type Rollover,
  toMarkEntries,
} from '../holds/pending-adjustment-rules.ts'
import { getBucketCredits } from '../holds/pending-adjustments.queries.ts'
import { lockAccount, type Movement, postEntries } from '../ledger/ledger.queries.ts'

type RenewalInput = {
  userId: string
  monthlyCredits: number
  /** One month's worth of the ended month; defaults to that of the new month. */
  keepUpTo?: number | undefined
  transactionId: string
  reason: string
}

const bucket = 'SUBSCRIPTION'

/**
 * Expires unused credits beyond one month's worth, marks the held part as pending, then grants the new month's
 * credits.
 */
export async function renewCredits(
  db: Db,
  { userId, monthlyCredits, keepUpTo = monthlyCredits, transactionId, reason }: RenewalInput,
): Promise<Rollover & { granted: number }> {
  const account = await lockAccount(db, userId)
  const { kept, expired, marks } = computeRollover(await getBucketCredits(db, account, bucket), keepUpTo)
  const why = { reason: "Left over beyond one month's worth" }
  const movements: Movement[] = [
    { type: 'EXPIRE', bucket, amount: -expired, held: 0, ...why },
    // Has no payment: a pending adjustment with a payment is its refund.
    ...toMarkEntries(bucket, marks).map((mark) => ({ ...mark, ...why, transactionId: null })),
    { type: 'GRANT', bucket, amount: monthlyCredits, held: 0 },
  ]
  await postEntries(db, account, movements, { actor: 'system', transactionId, reason })
  return { kept, expired, marks, granted: monthlyCredits }
}

type ExpiryInput = { userId: string; reason: string }

/** Returns how many credits expired immediately. Held credits expire when they are released. */
export async function expireSubscriptionCredits(db: Db, { userId, reason }: ExpiryInput): Promise<number> {
  const { taken } = await expireBucket(db, await lockAccount(db, userId), 'SUBSCRIPTION', { actor: 'system', reason })
  return taken
}

export async function expireAllCredits(db: Db, { userId, reason }: ExpiryInput): Promise<void> {
  const cause = { actor: userId, reason }
  const { account } = await expireBucket(db, await lockAccount(db, userId), 'SUBSCRIPTION', cause)
  await expireBucket(db, account, 'ON_DEMAND', cause)
}

async function expireBucket(db: Db, locked: CreditAccount, bucket: Bucket, cause: { actor: string; reason: string }) {
  const credits = await getBucketCredits(db, locked, bucket)
  const { taken, marks } = deductCredits(credits, getUnused(credits))
  const expired = { type: 'EXPIRE', bucket, amount: -taken, held: 0 } as const
  return { taken, account: await postEntries(db, locked, [expired, ...toMarkEntries(bucket, marks)], cause) }
}
