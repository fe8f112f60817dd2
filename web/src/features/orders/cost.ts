import type { Balance, CreditSetting } from '@dooryard/contract/credits'

/** What an order would take, from where, and what would be left. */
export type Quote = {
  cost: number
  fromSubscription: number
  fromOnDemand: number
  spendable: number
  left: number
  /** Credits missing; 0 when there are enough. */
  shortfall: number
}

/** Subscription credits go first, because they lapse at renewal and on-demand credits do not. */
export function quoteOrder(quantity: number, { creditRequired }: CreditSetting, balance: Balance): Quote {
  const cost = quantity * creditRequired
  const spendable = balance.subscriptionCredits + balance.onDemandCredits
  const fromSubscription = Math.min(balance.subscriptionCredits, cost)
  const shortfall = Math.max(0, cost - spendable)
  return {
    cost,
    fromSubscription,
    fromOnDemand: cost - fromSubscription - shortfall,
    spendable,
    left: Math.max(0, spendable - cost),
    shortfall,
  }
}
