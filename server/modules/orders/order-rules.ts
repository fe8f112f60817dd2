import type { Campaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import type { Waterfall } from '@dooryard/contract/orders'

type Draft = { campaign: Campaign; price: CreditSetting; criteria: Criteria; quantity: number }

/** Why an order cannot be placed, in a sentence for whoever asks; null when nothing of the business stands against it. */
export function refusal({ campaign, price, criteria, quantity }: Draft): string | null {
  if (campaign.status === 'ARCHIVED') return 'This campaign is archived. Reactivate it to order again.'
  if (!price.isActive) return `${price.name} orders are not on offer at present.`
  if (isEmptyCriteria(criteria)) return 'An order needs at least one filter.'
  if (quantity < price.minCampaignVolume)
    return `A ${price.name} order needs at least ${price.minCampaignVolume.toLocaleString('en-US')} leads.`
  return null
}

const n = (count: number) => count.toLocaleString('en-US')

/** Why an order delivers fewer leads than asked; undefined when it delivers them all. Its cause is the first that explains it. */
export function shortfallNote(quantity: number, { matched, mailable, fresh, selected }: Waterfall): string | undefined {
  if (selected >= quantity) return undefined
  const without = matched - mailable
  const before = mailable - fresh
  const because = [
    `${n(matched)} properties match`,
    ...(without > 0 ? [`${n(without)} of them have no owner name or no full mailing address`] : []),
    ...(before > 0 ? [`${n(before)} were delivered to you before`] : []),
  ].join(', ')
  return `${n(selected)} of ${n(quantity)} leads: ${because}.`
}
