import type { Coupon, CouponKind, CouponTarget } from '@dooryard/contract/billing/coupons'
import { formatNumber } from '../../lib/format/format.ts'
import { countUsesLeft } from '../../lib/labels/coupon-state.ts'

export const kindLabels: Record<CouponKind, string> = {
  PERCENT: 'Percent off',
  AMOUNT: 'Dollars off',
  CREDITS: 'Bonus credits',
}

export const targetLabels: Record<CouponTarget, string> = {
  ANY: 'All purchases',
  SUBSCRIPTION: 'Subscriptions',
  PACK: 'Credit packs',
}

/** `37`, `37 of 500`. */
export const formatRedemptions = ({ redemptions, maxRedemptions }: Pick<Coupon, 'redemptions' | 'maxRedemptions'>) =>
  maxRedemptions === undefined
    ? formatNumber(redemptions)
    : `${formatNumber(redemptions)} of ${formatNumber(maxRedemptions)}`

type CouponUses = Pick<Coupon, 'redemptions' | 'maxRedemptions' | 'reserved'>

/**
 * `460 left, 3 in progress`: the uses that a new purchase would find. Undefined if there is no limit and nothing is
 * reserved.
 */
export function formatUsesLeft({ maxRedemptions, ...uses }: CouponUses): string | undefined {
  const left = maxRedemptions === undefined ? [] : [`${formatNumber(countUsesLeft(uses, maxRedemptions))} left`]
  const inProgress = uses.reserved > 0 ? [`${formatNumber(uses.reserved)} in progress`] : []
  return [...left, ...inProgress].join(', ') || undefined
}

/** `37 of 500, 460 left, 3 in progress, 2 refunded`. */
export const formatUses = (coupon: CouponUses & Pick<Coupon, 'refunded'>) =>
  [
    formatRedemptions(coupon),
    formatUsesLeft(coupon),
    coupon.refunded > 0 && `${formatNumber(coupon.refunded)} refunded`,
  ]
    .filter(Boolean)
    .join(', ')
