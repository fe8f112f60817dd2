import type { Balance } from '@dooryard/contract/billing/credits'
import {
  calculateOrderCost,
  type DeliverableCounts,
  getCoveredQuantity,
  getMaxDeliverable,
  type OrderTerms,
} from './order-cost.ts'

/**
 * What can be done with an order as it stands: place it, place it for what can be delivered where that is less, so that
 * no credits are held in vain, buy the missing credits for that quantity or order what the balance covers (0 when it
 * covers no order), or nothing, because nothing can be delivered.
 */
export type OrderAction =
  | { type: 'order' }
  | { type: 'none' }
  | { type: 'orderFewer'; quantity: number }
  | { type: 'buy'; quantity: number; shortfall: number; covered: number }

type OrderState = {
  /** Undefined while it is missing or invalid, which the form says. */
  quantity: number | undefined
  terms: OrderTerms
  quote: DeliverableCounts | undefined
  balance: Balance | undefined
}

/** Never an order that the balance does not cover, nor one without leads. */
export function getOrderAction({ quantity, terms, quote, balance }: OrderState): OrderAction {
  if (quote && getMaxDeliverable(quote) === 0) return { type: 'none' }
  if (quantity === undefined || !balance) return { type: 'order' }
  const useful = getUsefulQuantity(quantity, terms, quote)
  const { shortfall } = calculateOrderCost(useful, terms, balance)
  if (shortfall === 0) return useful < quantity ? { type: 'orderFewer', quantity: useful } : { type: 'order' }
  return { type: 'buy', quantity: useful, shortfall, covered: getCoveredQuantity(useful, terms, balance) }
}

/**
 * The quantity to buy credits for: what can be delivered, where that is less than the typed one. It does not depend on
 * the balance, so that it is the same before and after the credits are bought.
 */
export const getUsefulQuantity = (
  typed: number,
  { minQuantity }: Pick<OrderTerms, 'minQuantity'>,
  quote: OrderState['quote'],
): number => (quote ? Math.min(typed, Math.max(getMaxDeliverable(quote), minQuantity)) : typed)
