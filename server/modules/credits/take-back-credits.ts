import { Bucket } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import type { Account } from './balance-rules.ts'
import { lockAccount, type Movement, move } from './ledger.queries.ts'
import { creditsIn, givenIn, takenFor } from './marks.queries.ts'
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
 * bucket that can still be spent at once, those that orders hold when they come back. What was taken before is not taken
 * again. Says how many went at once.
 */
export async function takeBackCredits(db: Db, purchase: TakeBack): Promise<number> {
  const { bucket, userId, ...cause } = purchase
  const account = await lockAccount(db, userId)
  const { taken, marks } = await planTakeBack(db, account, bucket, purchase.transactionId)
  const refund = { type: 'REFUND', bucket, amount: -taken, held: 0 } as const
  // What is taken was not spent: the user's card is not charged for it.
  await move(db, account, [refund, ...markings(bucket, marks)], cause, { isActedFor: true })
  return taken
}

type GiveBack = TakeBack & {
  /** Why credits of this bucket ended while they were taken, so that they end now; left out where they did not. */
  lapsed?: string | undefined
}

/** Undoes `takeBackCredits` for a payment that is not paid back after all, and unmarks what orders hold. */
export async function giveBackCredits(db: Db, { bucket, userId, lapsed, ...cause }: GiveBack): Promise<void> {
  const account = await lockAccount(db, userId)
  const { taken, marks } = await takenFor(db, userId, bucket, cause.transactionId)
  const movements: Movement[] = [
    { type: 'REFUND', bucket, amount: taken, held: 0 },
    ...markings(bucket, marks).map(({ marked = 0, ...mark }) => ({ ...mark, marked: -marked })),
  ]
  if (lapsed !== undefined) {
    // Of no payment: a mark that names one is its refund.
    const ended = { reason: lapsed, transactionId: null }
    movements.push({ type: 'EXPIRE', bucket, amount: -taken, held: 0, ...ended })
    movements.push(...markings(bucket, marks).map((mark) => ({ ...mark, ...ended })))
  }
  await move(db, account, movements, cause, { isActedFor: true })
}

/** What `takeBackCredits` would take now, and what orders hold. Locks the account until the transaction ends. */
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
