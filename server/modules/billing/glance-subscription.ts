import type { Me } from '@dooryard/contract/account'
import type { Db } from '../../platform/postgres/database.ts'
import type { Billing } from './billing-context.ts'
import { findLiveSubscription, presentSubscription } from './subscriptions.queries.ts'

/** What there is to say of a user's live subscription at a glance; nothing where there is none. */
export async function glanceSubscription(
  looking: { db: Db } & Pick<Billing, 'provider'>,
  userId: string,
): Promise<Me['subscription']> {
  const row = await findLiveSubscription(looking, userId)
  if (!row) return undefined
  const { planName, status, currentPeriodEnd, cancelAtPeriodEnd } = presentSubscription(row)
  if (status === 'INACTIVE') return undefined
  return { planName, status, currentPeriodEnd, cancelAtPeriodEnd }
}
