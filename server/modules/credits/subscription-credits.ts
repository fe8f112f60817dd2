import type { Bucket } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import type { Account } from './balance-rules.ts'
import { lockAccount, type Movement, move } from './ledger.queries.ts'
import { creditsIn } from './marks.queries.ts'
import { markings, type RollOver, rollOver, takeAway, unusedOf } from './marks-rules.ts'

type Renewal = {
  userId: string
  monthlyCredits: number
  /** One month's worth of the month that ended; that of the new one unless said. */
  keepUpTo?: number | undefined
  transactionId: string
  reason: string
}

const bucket = 'SUBSCRIPTION'

/** Lapses what is left beyond one month's worth, or marks it where orders hold it, then grants the new month's. */
export async function renewCredits(
  db: Db,
  { userId, monthlyCredits, keepUpTo = monthlyCredits, transactionId, reason }: Renewal,
): Promise<RollOver & { granted: number }> {
  const account = await lockAccount(db, userId)
  const { kept, lapsed, marks } = rollOver(await creditsIn(db, account, bucket), keepUpTo)
  const why = { reason: "Left over beyond one month's worth" }
  const movements: Movement[] = [
    { type: 'EXPIRE', bucket, amount: -lapsed, held: 0, ...why },
    // Of no payment: a mark that names one is its refund.
    ...markings(bucket, marks).map((mark) => ({ ...mark, ...why, transactionId: null })),
    { type: 'GRANT', bucket, amount: monthlyCredits, held: 0 },
  ]
  await move(db, account, movements, { actor: 'system', transactionId, reason })
  return { kept, lapsed, marks, granted: monthlyCredits }
}

type Lapse = { userId: string; reason: string }

/** Returns how many lapsed. What is held for orders stays held, and what of it is released lapses then. */
export async function lapseSubscriptionCredits(db: Db, { userId, reason }: Lapse): Promise<number> {
  const { taken } = await lapse(db, await lockAccount(db, userId), 'SUBSCRIPTION', { actor: 'system', reason })
  return taken
}

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
