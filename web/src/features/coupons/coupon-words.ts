import type { Coupon, CouponKind, CouponTarget } from '@dooryard/contract/coupons'
import { formatNumber } from '../../lib/format.ts'

export const kindLabels: Record<CouponKind, string> = {
  PERCENT: 'Percent off',
  AMOUNT: 'Dollars off',
  CREDITS: 'Extra credits',
}

export const targetLabels: Record<CouponTarget, string> = {
  ANY: 'Anything',
  SUBSCRIPTION: 'Subscriptions',
  PACK: 'Packs of credits',
}

/** `37`, `37 of 500`. */
export const redeemedOf = ({ redemptions, maxRedemptions }: Pick<Coupon, 'redemptions' | 'maxRedemptions'>) =>
  maxRedemptions === undefined
    ? formatNumber(redemptions)
    : `${formatNumber(redemptions)} of ${formatNumber(maxRedemptions)}`

/** `37 of 500, 2 refunded`. */
export const usesOf = (coupon: Pick<Coupon, 'redemptions' | 'maxRedemptions' | 'refunded'>) =>
  coupon.refunded > 0 ? `${redeemedOf(coupon)}, ${formatNumber(coupon.refunded)} refunded` : redeemedOf(coupon)
