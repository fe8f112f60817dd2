import type { Bucket, EntryType } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import { lockAccount, move } from './ledger.queries.ts'

type Grant = {
  userId: string
  bucket: Bucket
  amount: number
  reason: string
  actor: string
  /** A gift unless said. */
  type?: Extract<EntryType, 'GRANT' | 'PURCHASE' | 'COUPON'>
  /** The payment that it came with. */
  transactionId?: string | undefined
}

/** Gives a user credits, inside the caller's transaction. */
export async function grantCredits(db: Db, { userId, bucket, amount, type = 'GRANT', ...cause }: Grant): Promise<void> {
  const account = await lockAccount(db, userId)
  await move(db, account, [{ type, bucket, amount, held: 0 }], cause)
}
