import type { Balance } from '@dooryard/contract/billing/credits'

export type CreditAccount = {
  userId: string
  subscriptionAvailable: number
  subscriptionHeld: number
  onDemandAvailable: number
  onDemandHeld: number
  alertThreshold: number | null
  /**
   * An administrator acting as the user took the balance below the threshold; no notification until the next change.
   */
  alertPending: boolean
}

export const getSpendableCredits = ({ subscriptionAvailable, onDemandAvailable }: CreditAccount) =>
  subscriptionAvailable + onDemandAvailable

export const presentBalance = (account: CreditAccount | undefined): Balance => ({
  subscriptionCredits: account?.subscriptionAvailable ?? 0,
  subscriptionCreditsHeld: account?.subscriptionHeld ?? 0,
  onDemandCredits: account?.onDemandAvailable ?? 0,
})
