import type { AutoTopUp } from '@dooryard/contract/purchases'
import type { Db } from '../../../platform/postgres/database.ts'
import { findAutoTopUp, spentIn } from './auto-top-up.queries.ts'
import { monthOf } from './top-up-rules.ts'

/** What is proposed to whoever has never set it. */
const proposed = { isEnabled: false, threshold: 100, packId: undefined, monthlyCap: 10_000, pausedReason: null }

/** A user's automatic top-up. `now` is the provider's, by which the month is counted. */
export async function autoTopUpOf(db: Db, userId: string, now: Date): Promise<AutoTopUp> {
  const { isEnabled, threshold, packId, monthlyCap, pausedReason } = (await findAutoTopUp(db, userId)) ?? proposed
  const spent = await spentIn(db, userId, monthOf(now))
  return {
    enabled: isEnabled,
    threshold,
    ...(packId && { packId }),
    monthlyCap: { amount: monthlyCap, currency: 'USD' },
    spentThisMonth: { amount: spent, currency: 'USD' },
    ...(pausedReason !== null && { pausedReason }),
  }
}
