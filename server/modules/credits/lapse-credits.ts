import type { Bucket } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import { type Account, lockAccount, move } from './ledger.queries.ts'
import { creditsIn } from './marks.queries.ts'
import { markings, takeAway, unusedOf } from './marks-rules.ts'

type Lapse = { userId: string; reason: string }

/**
 * Ends the subscription credits of a user, inside the caller's transaction, and says how many ended now. What is held
 * for orders stays held, and what of it is released lapses then.
 */
export async function lapseSubscriptionCredits(db: Db, { userId, reason }: Lapse): Promise<number> {
  const { taken } = await lapse(db, await lockAccount(db, userId), 'SUBSCRIPTION', { actor: 'system', reason })
  return taken
}

/** Ends all credits of a user who closes the account, inside the caller's transaction. */
export async function lapseAllCredits(db: Db, { userId, reason }: Lapse): Promise<void> {
  const cause = { actor: userId, reason }
  const { account } = await lapse(db, await lockAccount(db, userId), 'SUBSCRIPTION', cause)
  await lapse(db, account, 'ON_DEMAND', cause)
}

async function lapse(db: Db, locked: Account, bucket: Bucket, cause: { actor: string; reason: string }) {
  const credits = await creditsIn(db, locked, bucket)
  const { taken, marks } = takeAway(credits, unusedOf(credits))
  const lapsed = { type: 'EXPIRE', bucket, amount: -taken, held: 0 } as const
  return { taken, account: await move(db, locked, [lapsed, ...markings(bucket, marks)], cause) }
}
