import type { Balance } from '@dooryard/contract/credits'
import type { Account } from './ledger.queries.ts'

/** An account as the API shows it; empty where there is none. */
export const presentBalance = (account: Account | undefined): Balance => ({
  subscriptionCredits: account?.subscriptionAvailable ?? 0,
  subscriptionCreditsHeld: account?.subscriptionHeld ?? 0,
  onDemandCredits: account?.onDemandAvailable ?? 0,
})
