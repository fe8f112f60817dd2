import type { CreditSettingEffect } from '@dooryard/contract/billing/admin/credit-setting-effect'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { formatNumber, pluralize } from '../../lib/format/format.ts'

export type SettingTerms = Pick<CreditSetting, 'creditRequired' | 'minCampaignVolume' | 'isActive'>

export const isSameTerms = (one: SettingTerms, other: SettingTerms): boolean =>
  one.creditRequired === other.creditRequired &&
  one.minCampaignVolume === other.minCampaignVolume &&
  one.isActive === other.isActive

/** Whether new terms have any effect: those of a type that is and stays inactive do not. */
export const hasEffect = (before: SettingTerms, after: SettingTerms): boolean =>
  !isSameTerms(before, after) && (before.isActive || after.isActive)

/** Describes what new terms of a type mean, in sentences; empty if they have no effect. */
export function describeEffect(before: SettingTerms, after: SettingTerms, effect: CreditSettingEffect): string[] {
  if (!hasEffect(before, after)) return []
  if (!after.isActive) return [...describeDeactivation(effect), describeUnaffectedOrders(effect)]
  const price = before.creditRequired !== after.creditRequired
  const smallest = before.minCampaignVolume !== after.minCampaignVolume
  const { now, afterwards } = effect.cannotAfford
  const costs = `${pluralize(after.creditRequired, 'credit')} instead of ${formatNumber(before.creditRequired)}`
  const fewest = `${pluralize(after.minCampaignVolume, 'lead')} instead of ${formatNumber(before.minCampaignVolume)}`
  return [
    !before.isActive && 'New orders of this type are accepted.',
    price && `New orders cost ${costs} per lead.`,
    smallest && `The minimum order is ${fewest}.`,
    describeUnaffectedOrders(effect),
    ...describeLastMonth(effect, price),
    afterwards !== now &&
      `${pluralize(afterwards, 'user')} with credits could not afford the minimum order, compared with ${formatNumber(now)} now.`,
  ].filter((sentence) => sentence !== false)
}

/** Describes what the last 30 days would have cost; orders that would have been refused are not counted in the cost. */
function describeLastMonth({ last30Days }: CreditSettingEffect, isPriceChanged: boolean): string[] {
  const { orders, tooSmallThen, creditsOfFitting, creditsThen } = last30Days
  const all = `${pluralize(orders, 'order')} of the last 30 days`
  const fitting = orders - tooSmallThen
  const refused = fitting > 0 ? `${formatNumber(tooSmallThen)} of the ${all}` : `The ${all}`
  const others = fitting > 1 ? `The ${formatNumber(fitting)} others` : 'The other one'
  const cost = `${pluralize(creditsThen, 'credit')} instead of ${formatNumber(creditsOfFitting)}`
  return [
    tooSmallThen > 0 && `${refused} would have been too small.`,
    isPriceChanged && fitting > 0 && `${tooSmallThen > 0 ? others : `The ${all}`} would have cost ${cost}.`,
  ].filter((sentence) => sentence !== false)
}

/** Describes what deactivating a type means. */
export function describeDeactivation({ activeCampaigns, last30Days }: CreditSettingEffect): string[] {
  const refused = 'New orders of this type are refused.'
  if (activeCampaigns === 0) return [refused]
  const campaigns = pluralize(activeCampaigns, 'active campaign')
  return [refused, `${campaigns} can’t order any more: ${pluralize(last30Days.orders, 'order')} in the last 30 days.`]
}

/** Describes what stays unchanged. */
export function describeUnaffectedOrders({ underWay: { orders, creditsHeld } }: CreditSettingEffect): string {
  if (orders === 0) return 'No orders are in progress. Existing orders keep their price.'
  return `${pluralize(orders, 'order')} in progress, with ${pluralize(creditsHeld, 'credit')} on hold, ${orders === 1 ? 'keeps its' : 'keep their'} price.`
}
