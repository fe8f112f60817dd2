import { Bucket } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import { type Account, lockAccount, move } from './ledger.queries.ts'
import { creditsIn, givenIn } from './marks.queries.ts'
import { givenSince, leftOf, markings, takeAway, unusedOf } from './marks-rules.ts'

type TakeBack = {
  userId: string
  bucket: Bucket
  transactionId: string
  reason: string
  actor: string
}

/**
 * Takes back what is left of the credits of a payment that is paid back, inside the caller's transaction: those of its
 * bucket that can still be spent at once, those that orders hold when they come back. Says how many went at once.
 */
export async function takeBackCredits(db: Db, purchase: TakeBack): Promise<number> {
  const { bucket, userId, ...cause } = purchase
  const account = await lockAccount(db, userId)
  const { taken, marks } = await planTakeBack(db, account, bucket, purchase.transactionId)
  const refund = { type: 'REFUND', bucket, amount: -taken, held: 0 } as const
  await move(db, account, [refund, ...markings(bucket, marks)], cause)
  return taken
}

/**
 * Counts what is left of the credits of a payment, over both buckets: what `takeBackCredits` would take at once, and what
 * orders hold. Locks the account, so the numbers hold until the caller's transaction ends.
 */
export async function getRefundableCredits(db: Db, userId: string, transactionId: string) {
  const account = await lockAccount(db, userId)
  const left = { available: 0, held: 0 }
  for (const bucket of Bucket.options) {
    const { taken, marks } = await planTakeBack(db, account, bucket, transactionId)
    left.available += taken
    left.held += marks.reduce((sum, { marked }) => sum + marked, 0)
  }
  return left
}

async function planTakeBack(db: Db, locked: Account, bucket: Bucket, transactionId: string) {
  const credits = await creditsIn(db, locked, bucket)
  const given = givenSince(await givenIn(db, locked.userId, bucket), transactionId)
  return takeAway(credits, leftOf(unusedOf(credits), given))
}
