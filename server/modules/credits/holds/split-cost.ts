import type { Balance } from '@dooryard/contract/billing/credits'

export type CreditSplit = { subscription: number; onDemand: number }

type AvailableCredits = Pick<Balance, 'subscriptionCredits' | 'onDemandCredits'>

/**
 * Splits a cost over a balance: subscription credits first, because they expire at renewal and on-demand credits do
 * not. Whole credits in, whole credits out; null if the balance is too low.
 */
export function splitCost(balance: AvailableCredits, cost: number): CreditSplit | null {
  const subscription = Math.min(balance.subscriptionCredits, cost)
  const onDemand = cost - subscription
  return onDemand > balance.onDemandCredits ? null : { subscription, onDemand }
}

/**
 * Splits a captured amount over a hold, subscription credits first as in `splitCost`, so that on-demand credits are
 * released first. Throws if more is captured than held: that is a bug, never a user error.
 */
export function splitCapture(held: CreditSplit, captured: number): { captured: CreditSplit; released: CreditSplit } {
  if (captured < 0 || captured > held.subscription + held.onDemand)
    throw new Error(`cannot capture ${captured} of ${held.subscription + held.onDemand} credits held`)
  const subscription = Math.min(held.subscription, captured)
  const onDemand = captured - subscription
  return {
    captured: { subscription, onDemand },
    released: { subscription: held.subscription - subscription, onDemand: held.onDemand - onDemand },
  }
}
