import { maxOrderQuantity } from '@dooryard/contract/api/limits'
import type { Balance } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { getMaxLeadPrice, selectsOnlyForPhones } from '@dooryard/contract/orders/quote/lead-price'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'

export type OrderCost = {
  /** Credits held until delivery. */
  cost: number
  fromSubscription: number
  fromOnDemand: number
  spendable: number
  left: number
  /** Credits missing; 0 when there are enough. */
  shortfall: number
}

/** What an order of an audience costs and requires. */
export type OrderTerms = {
  /** Credits held for each lead: the most it can cost. */
  creditsPerLead: number
  minQuantity: number
}

type QuoteTerms = Pick<OrderQuote, 'creditsToAddPhones' | 'minQuantity'>

/**
 * The terms of an order. Until it is quoted, campaigns have the minimum of the price list, and other orders none.
 */
export function getOrderTerms(
  criteria: Pick<Criteria, 'only'>,
  setting: { creditRequired: number; minCampaignVolume: number },
  { quote, isCampaign }: { quote: QuoteTerms | undefined; isCampaign: boolean },
): OrderTerms {
  const { creditRequired, minCampaignVolume } = setting
  // Without a quote the full price is the most a lead can cost.
  const creditsToAddPhones = quote?.creditsToAddPhones ?? creditRequired
  return {
    creditsPerLead: getMaxLeadPrice(criteria, { creditRequired, creditsToAddPhones }),
    minQuantity: Math.max(1, quote?.minQuantity ?? (isCampaign ? minCampaignVolume : 1)),
  }
}

/** The suggested quantities: everything deliverable, and, when credits do not suffice, as many as they cover. */
export function suggestQuantities(
  deliverable: number,
  terms: OrderTerms,
  balance: Balance | undefined,
): { all?: number; covered?: number } {
  const all = Math.min(deliverable, maxOrderQuantity)
  if (all < Math.max(1, terms.minQuantity)) return {}
  const covered = balance && getCoveredQuantity(all, terms, balance)
  return covered !== undefined && covered < all && covered > 0 ? { all, covered } : { all }
}

/** As many of the leads as the balance covers; 0 when these are fewer than the smallest order. */
export function getCoveredQuantity(
  quantity: number,
  { creditsPerLead, minQuantity }: OrderTerms,
  { subscriptionCredits, onDemandCredits }: Balance,
): number {
  if (creditsPerLead === 0) return quantity
  const covered = Math.min(quantity, Math.floor((subscriptionCredits + onDemandCredits) / creditsPerLead))
  return covered >= minQuantity ? covered : 0
}

/** A first order tries an audience; who wants more says so. */
const defaultQuantity = 100

/**
 * The quantity to start from: a hundred, or what is deliverable if less, and all of chosen properties and of leads that
 * only get their phones; undefined when nothing is deliverable.
 */
export function getInitialQuantity(
  quote: DeliverableCounts,
  criteria: Pick<Criteria, 'only'>,
  minQuantity: number,
): number | undefined {
  const max = Math.min(getMaxDeliverable(quote), maxOrderQuantity)
  if (max === 0) return undefined
  const isChosen = selectsOnlyForPhones(criteria) || criteria.only?.propertyIds !== undefined
  return Math.max(minQuantity, isChosen ? max : Math.min(defaultQuantity, max))
}

export type DeliverableCounts = Pick<OrderQuote, 'deliverable' | 'notTraced' | 'isEstimate'>

/**
 * The most leads an order could deliver. An order also looks up contacts of owners that have not been looked up yet. An
 * estimate limits nothing, as more may be delivered.
 */
export const getMaxDeliverable = ({ deliverable, notTraced, isEstimate }: DeliverableCounts): number =>
  isEstimate ? maxOrderQuantity : deliverable + notTraced

/** The deliverable leads that were purchased for mail and only get their phones. */
export const getDeliverablePhones = ({
  purchasedForMail,
  phonesToAdd,
}: Pick<OrderQuote, 'purchasedForMail' | 'phonesToAdd'>) => (purchasedForMail === 0 ? phonesToAdd : 0)

/**
 * The most that an order can cost, in credits, if that is less than what is held: because more is ordered than can be
 * delivered, or some leads are cheaper than what is held for each. New ones come at the full price, then the phones of
 * purchased ones at the difference. Undefined when all that is held may be spent, and of an estimate.
 */
export function estimateMaxPrice(
  quantity: number,
  quote: OrderQuote,
  { creditsPerLead }: Pick<OrderTerms, 'creditsPerLead'>,
): number | undefined {
  const { free, creditsToAddPhones, isEstimate } = quote
  const phones = getDeliverablePhones(quote)
  const max = getMaxDeliverable(quote)
  const isMixed = free > 0 || (phones > 0 && creditsToAddPhones < creditsPerLead)
  if (isEstimate || creditsPerLead === 0 || !(isMixed || quantity > max)) return undefined
  const newLeads = max - free - phones
  const atFullPrice = Math.min(quantity, newLeads)
  return atFullPrice * creditsPerLead + Math.min(quantity - atFullPrice, phones) * creditsToAddPhones
}

/** Subscription credits are used first, because they expire at renewal and on-demand credits do not. */
export function calculateOrderCost(
  quantity: number,
  { creditsPerLead }: Pick<OrderTerms, 'creditsPerLead'>,
  balance: Balance,
): OrderCost {
  const cost = quantity * creditsPerLead
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
