import type { Balance } from '@dooryard/contract/credits'
import type { Db } from '../../platform/postgres/database.ts'
import { findAccount, insertAccount } from './ledger.queries.ts'

/** Opens a user's credit account, empty. */
export const openAccount = async (db: Db, userId: string): Promise<void> => {
  await insertAccount(db, userId)
}

/** What a user can spend now, and what is held of their subscription credits. */
export async function balanceOf(db: Db, userId: string): Promise<Balance> {
  const account = await findAccount(db, userId)
  return {
    subscriptionCredits: account?.subscriptionAvailable ?? 0,
    subscriptionCreditsHeld: account?.subscriptionHeld ?? 0,
    onDemandCredits: account?.onDemandAvailable ?? 0,
  }
}
