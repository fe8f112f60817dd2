import type { Balance } from '@dooryard/contract/credits'
import type { Db } from '../../platform/postgres/database.ts'
import { type Account, findAccount, insertAccount } from './ledger.queries.ts'

/** Opens a user's credit account, empty. */
export const openAccount = async (db: Db, userId: string): Promise<void> => {
  await insertAccount(db, userId)
}

export const presentBalance = (account: Account | undefined): Balance => ({
  subscriptionCredits: account?.subscriptionAvailable ?? 0,
  subscriptionCreditsHeld: account?.subscriptionHeld ?? 0,
  onDemandCredits: account?.onDemandAvailable ?? 0,
})

/** What a user can spend now, and what is held of their subscription credits. */
export const balanceOf = async (db: Db, userId: string): Promise<Balance> =>
  presentBalance(await findAccount(db, userId))
