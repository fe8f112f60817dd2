import type { Db } from '../../platform/postgres/database.ts'
import { lockAccount, type Movement, move } from './ledger.queries.ts'
import { creditsIn } from './marks.queries.ts'
import { markings } from './marks-rules.ts'
import { type RollOver, rollOver } from './roll-over-rules.ts'

type Renewal = {
  userId: string
  monthlyCredits: number
  /** One month's worth of the month that ended; that of the new one unless said. */
  keepUpTo?: number | undefined
  transactionId: string
  reason: string
}

const bucket = 'SUBSCRIPTION'

/**
 * Begins another month of a subscription, inside the caller's transaction: what is left beyond one month's worth
 * lapses, or is marked to where orders hold it, then the new month's credits are given.
 */
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
