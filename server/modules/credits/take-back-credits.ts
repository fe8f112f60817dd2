import type { Bucket } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import { lockAccount, move } from './ledger.queries.ts'
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
  const credits = await creditsIn(db, account, bucket)
  const given = givenSince(await givenIn(db, userId, bucket), purchase.transactionId)
  const { taken, marks } = takeAway(credits, leftOf(unusedOf(credits), given))
  const refund = { type: 'REFUND', bucket, amount: -taken, held: 0 } as const
  await move(db, account, [refund, ...markings(bucket, marks)], cause)
  return taken
}
