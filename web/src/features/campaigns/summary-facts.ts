import type { Balance, CreditSetting } from '@dooryard/contract/credits'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import { quoteOrder } from '../../lib/order-cost.ts'
import type { Fact } from '../../ui/display/facts.tsx'

type Standing = {
  setting: CreditSetting | undefined
  balance: Balance | undefined
  /** Of the order, once it is one that can be had. */
  quantity: number | undefined
}

const spendableOf = ({ subscriptionCredits, onDemandCredits }: Balance) => subscriptionCredits + onDemandCredits

/** Credits missing for the order, or for the smallest there is while none is typed; 0 when there are enough. */
export function shortfallOf({ setting, balance, quantity }: Standing): number {
  if (!setting || !balance) return 0
  return quoteOrder(quantity ?? setting.minCampaignVolume, setting, balance).shortfall
}

/** What the first order would cost, and what would be left. */
export function costFacts({ setting, balance, quantity }: Standing): Fact[] {
  const quote = setting && balance && quantity !== undefined ? quoteOrder(quantity, setting, balance) : undefined
  const price = setting ? plural(setting.creditRequired, 'credit') : unknown
  return [
    { label: 'Leads', value: quantity === undefined ? unknown : `${formatNumber(quantity)} × ${price}` },
    { label: 'Cost', value: quote ? plural(quote.cost, 'credit') : unknown },
    { label: 'You have', value: balance ? plural(spendableOf(balance), 'credit') : unknown },
    { label: 'You keep', value: quote && quote.shortfall === 0 ? plural(quote.left, 'credit') : unknown },
  ]
}
