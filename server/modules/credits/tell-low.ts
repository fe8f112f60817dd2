import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { tellWebhooks } from '../webhooks/index.ts'
import { smallestCampaign } from './credit-settings.queries.ts'
import type { Account } from './ledger.queries.ts'
import { presentBalance } from './present-balance.ts'

/** What can be spent of an account. */
export const spendable = ({ subscriptionAvailable, onDemandAvailable }: Account) =>
  subscriptionAvailable + onDemandAvailable

/** Has a user's webhooks told when fewer credits are left than the smallest campaign takes, and were not before. */
export async function tellLow(db: Db, before: Account, after: Account): Promise<void> {
  const left = spendable(after)
  if (left >= spendable(before)) return
  const threshold = await smallestCampaign(db)
  if (threshold === null || left >= threshold || spendable(before) < threshold) return
  const data = () => ({ balance: presentBalance(after), threshold })
  // The ledger goes by the database's clock and is given no other; what is due goes by the program's.
  await tellWebhooks({ db, clock: systemClock }, after.userId, 'credits.low', data)
}
