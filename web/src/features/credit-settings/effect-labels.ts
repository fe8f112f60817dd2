import type { CreditSettingEffect } from '@dooryard/contract/credit-setting-effect'
import type { CreditSetting } from '@dooryard/contract/credits'
import { formatNumber, plural } from '../../lib/format.ts'

export type Terms = Pick<CreditSetting, 'creditRequired' | 'minCampaignVolume' | 'isActive'>

/** Whether two terms are the same. */
export const isSame = (one: Terms, other: Terms): boolean =>
  one.creditRequired === other.creditRequired &&
  one.minCampaignVolume === other.minCampaignVolume &&
  one.isActive === other.isActive

/** Whether other terms mean anything: those of a type that is not on offer, and stays so, do not. */
export const bearsUpon = (before: Terms, after: Terms): boolean =>
  !isSame(before, after) && (before.isActive || after.isActive)

/** What other terms of a type mean, in sentences; none where they mean nothing. */
export function describeEffect(before: Terms, after: Terms, effect: CreditSettingEffect): string[] {
  if (!bearsUpon(before, after)) return []
  if (!after.isActive) return [...describeEnd(effect), describeKeptOrders(effect)]
  const price = before.creditRequired !== after.creditRequired
  const smallest = before.minCampaignVolume !== after.minCampaignVolume
  const { now, afterwards } = effect.cannotAfford
  const costs = `${plural(after.creditRequired, 'credit')} instead of ${formatNumber(before.creditRequired)}`
  const fewest = `${plural(after.minCampaignVolume, 'lead')} instead of ${formatNumber(before.minCampaignVolume)}`
  return [
    !before.isActive && 'Orders of this type can be placed from then on.',
    price && `From the next order on a lead costs ${costs}.`,
    smallest && `The smallest order is ${fewest}.`,
    describeKeptOrders(effect),
    ...describeLastMonth(effect, price),
    afterwards !== now &&
      `${plural(afterwards, 'user')} with credits could not afford the smallest order, ${formatNumber(now)} now.`,
  ].filter((sentence) => sentence !== false)
}

/** What the last 30 days would have been; what was refused then is not among what the others would have cost. */
function describeLastMonth({ last30Days }: CreditSettingEffect, isPriceOther: boolean): string[] {
  const { orders, tooSmallThen, creditsOfFitting, creditsThen } = last30Days
  const all = `${plural(orders, 'order')} of the last 30 days`
  const fitting = orders - tooSmallThen
  const refused = fitting > 0 ? `${formatNumber(tooSmallThen)} of the ${all}` : `The ${all}`
  const others = fitting > 1 ? `The ${formatNumber(fitting)} others` : 'The other one'
  const cost = `${plural(creditsThen, 'credit')} instead of ${formatNumber(creditsOfFitting)}`
  return [
    tooSmallThen > 0 && `${refused} would have been too small.`,
    isPriceOther && fitting > 0 && `${tooSmallThen > 0 ? others : `The ${all}`} would have cost ${cost}.`,
  ].filter((sentence) => sentence !== false)
}

/** What it means that a type is no longer on offer. */
export function describeEnd({ activeCampaigns, last30Days }: CreditSettingEffect): string[] {
  const refused = 'New orders of this type are refused from then on.'
  if (activeCampaigns === 0) return [refused]
  const campaigns = plural(activeCampaigns, 'active campaign')
  return [refused, `${campaigns} cannot place another; ${plural(last30Days.orders, 'order')} came in the last 30 days.`]
}

/** What stays as it was. */
export function describeKeptOrders({ underWay: { orders, creditsHeld } }: CreditSettingEffect): string {
  if (orders === 0) return 'No order is under way; those that were placed keep their price.'
  return `${plural(orders, 'order')} under way, with ${plural(creditsHeld, 'credit')} held, ${orders === 1 ? 'keeps its' : 'keep their'} price.`
}
