import type { Coupon, CouponKind, CouponTarget } from '@dooryard/contract/coupons'
import { usesLeft } from '../../lib/coupon-state.ts'
import { formatNumber } from '../../lib/format.ts'

export const kindLabels: Record<CouponKind, string> = {
  PERCENT: 'Percent off',
  AMOUNT: 'Dollars off',
  CREDITS: 'Bonus credits',
}

export const targetLabels: Record<CouponTarget, string> = {
  ANY: 'Anything',
  SUBSCRIPTION: 'Subscriptions',
  PACK: 'Packs of credits',
}

/** `37`, `37 of 500`. */
export const formatRedemptions = ({ redemptions, maxRedemptions }: Pick<Coupon, 'redemptions' | 'maxRedemptions'>) =>
  maxRedemptions === undefined
    ? formatNumber(redemptions)
    : `${formatNumber(redemptions)} of ${formatNumber(maxRedemptions)}`

type Uses = Pick<Coupon, 'redemptions' | 'maxRedemptions' | 'reserved'>

/** `460 left, 3 under way`: as a purchase that begins now would find it. Nothing where nothing limits or holds it. */
export function formatUsesLeft({ maxRedemptions, ...uses }: Uses): string | undefined {
  const left = maxRedemptions === undefined ? [] : [`${formatNumber(usesLeft(uses, maxRedemptions))} left`]
  const underWay = uses.reserved > 0 ? [`${formatNumber(uses.reserved)} under way`] : []
  return [...left, ...underWay].join(', ') || undefined
}

/** `37 of 500, 460 left, 3 under way, 2 refunded`. */
export const formatUses = (coupon: Uses & Pick<Coupon, 'refunded'>) =>
  [
    formatRedemptions(coupon),
    formatUsesLeft(coupon),
    coupon.refunded > 0 && `${formatNumber(coupon.refunded)} refunded`,
  ]
    .filter(Boolean)
    .join(', ')
