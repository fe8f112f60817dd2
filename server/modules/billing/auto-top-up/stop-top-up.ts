import type { Db } from '../../../platform/postgres/database.ts'
import { watchBalance } from '../../credits/index.ts'
import { switchOff } from './auto-top-up.queries.ts'

/**
 * Switches automatic top-up off, says why, and has the ledger ask for none; false where it was off already. Before a
 * change that takes credits, so that this change asks for none either.
 */
export async function stopTopUp(db: Db, userId: string, reason: string, now: Date): Promise<boolean> {
  const wasOn = await switchOff(db, userId, reason, now)
  if (wasOn) await watchBalance(db, userId, null)
  return wasOn
}
