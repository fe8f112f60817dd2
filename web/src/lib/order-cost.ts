import type { Balance, CreditSetting } from '@dooryard/contract/credits'
import { maxOrderQuantity } from '@dooryard/contract/limits'
import type { OrderQuote } from '@dooryard/contract/order-quote'

export type Quote = {
  cost: number
  fromSubscription: number
  fromOnDemand: number
  spendable: number
  left: number
  /** Credits missing; 0 when there are enough. */
  shortfall: number
}

/** The quantities worth a button: all that can be delivered, and, where credits do not reach, as many as they cover. */
export function quantityOffers(
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

/** The most that an order could deliver: an order also asks the contact provider about owners nobody asked about yet. */
export const getMostDeliverable = ({ deliverable, notTraced }: Pick<OrderQuote, 'deliverable' | 'notTraced'>) =>
  deliverable + notTraced

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
