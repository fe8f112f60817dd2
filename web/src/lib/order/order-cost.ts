import { maxOrderQuantity } from '@dooryard/contract/api/limits'
import type { Balance, CreditSetting } from '@dooryard/contract/billing/credits'
import type { OrderQuote } from '@dooryard/contract/orders/order-quote'

export type OrderCost = {
  cost: number
  fromSubscription: number
  fromOnDemand: number
  spendable: number
  left: number
  /** Credits missing; 0 when there are enough. */
  shortfall: number
}

/** The suggested quantities: everything deliverable, and, when credits do not suffice, as many as they cover. */
export function suggestQuantities(
  deliverable: number,
  { creditRequired, minCampaignVolume }: CreditSetting,
  balance: Balance | undefined,
): { all?: number; covered?: number } {
  const smallest = Math.max(1, minCampaignVolume)
  const all = Math.min(deliverable, maxOrderQuantity)
  if (all < smallest) return {}
  if (!balance || creditRequired === 0) return { all }
  const covered = Math.floor((balance.subscriptionCredits + balance.onDemandCredits) / creditRequired)
  return covered < all && covered >= smallest ? { all, covered } : { all }
}

/**
 * The most leads an order could deliver. An order also looks up contacts of owners that have not been looked up yet.
 */
export const getMaxDeliverable = ({ deliverable, notTraced }: Pick<OrderQuote, 'deliverable' | 'notTraced'>) =>
  deliverable + notTraced

/** Subscription credits are used first, because they expire at renewal and on-demand credits do not. */
export function calculateOrderCost(quantity: number, { creditRequired }: CreditSetting, balance: Balance): OrderCost {
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
