import type { Db } from '../../platform/postgres/database.ts'
import { type Bucket, lockAccount, move } from './ledger.queries.ts'

type Grant = { userId: string; bucket: Bucket; amount: number; reason: string; actor: string }

/** Gives a user credits, inside the caller's transaction. */
export async function grantCredits(db: Db, { userId, bucket, amount, reason, actor }: Grant): Promise<void> {
  const account = await lockAccount(db, userId)
  await move(db, account, [{ type: 'GRANT', bucket, amount, held: 0 }], { actor, reason })
}
