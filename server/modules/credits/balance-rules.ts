import type { Balance } from '@dooryard/contract/credits'

export type Account = {
  userId: string
  subscriptionAvailable: number
  subscriptionHeld: number
  onDemandAvailable: number
  onDemandHeld: number
  alertThreshold: number | null
  /** Somebody who acted as the user has taken it below, and nobody is told before the next change. */
  alertPending: boolean
}

export const spendable = ({ subscriptionAvailable, onDemandAvailable }: Account) =>
  subscriptionAvailable + onDemandAvailable

export const presentBalance = (account: Account | undefined): Balance => ({
  subscriptionCredits: account?.subscriptionAvailable ?? 0,
  subscriptionCreditsHeld: account?.subscriptionHeld ?? 0,
  onDemandCredits: account?.onDemandAvailable ?? 0,
})
