import type { Balance } from '@dooryard/contract/credits'
import type { Db } from '../../platform/postgres/database.ts'
import { findAccount, insertAccount } from './ledger.queries.ts'
import { presentBalance } from './present-balance.ts'

/** Opens a user's credit account, empty. */
export const openAccount = async (db: Db, userId: string): Promise<void> => {
  await insertAccount(db, userId)
}

/** What a user can spend now, and what is held of their subscription credits. */
export const balanceOf = async (db: Db, userId: string): Promise<Balance> =>
  presentBalance(await findAccount(db, userId))
