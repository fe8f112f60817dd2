import type { Balance } from '@dooryard/contract/credits'

export type Split = { subscription: number; onDemand: number }

type Available = Pick<Balance, 'subscriptionCredits' | 'onDemandCredits'>

/**
 * Splits a cost over a balance: subscription credits first, because they lapse at renewal and on-demand credits do not.
 * Whole credits in, whole credits out; null when the balance cannot meet it.
 */
export function splitCost(balance: Available, cost: number): Split | null {
  const subscription = Math.min(balance.subscriptionCredits, cost)
  const onDemand = cost - subscription
  return onDemand > balance.onDemandCredits ? null : { subscription, onDemand }
}

/**
 * Splits what is captured over what was held, subscription credits first as in `splitCost`, so that on-demand credits
 * are the first to come back. Throws when more is captured than was held: that is a defect, never a user's doing.
 */
export function splitCapture(held: Split, captured: number): { captured: Split; released: Split } {
  if (captured < 0 || captured > held.subscription + held.onDemand)
    throw new Error(`cannot capture ${captured} of ${held.subscription + held.onDemand} credits held`)
  const subscription = Math.min(held.subscription, captured)
  const onDemand = captured - subscription
  return {
    captured: { subscription, onDemand },
    released: { subscription: held.subscription - subscription, onDemand: held.onDemand - onDemand },
  }
}
