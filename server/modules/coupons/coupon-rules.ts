import type { CouponKind, CouponTarget } from '@dooryard/contract/coupons'
import { formatMoney, formatShortDay, plural } from '../../platform/format.ts'

export type CouponPurchase = 'SUBSCRIPTION' | 'PACK'

export type CouponTerms = {
  kind: CouponKind
  value: number
  appliesTo: CouponTarget
  startsAt: Date | null
  endsAt: Date | null
  maxRedemptions: number | null
  perUserLimit: number
  isActive: boolean
  archivedAt: Date | null
}

/** Of one user. */
export type OwnUses = { ownRedeemed: number; ownReserved: number }

/** Of everybody. */
export type AllUses = { redeemed: number; reserved: number }

export type CouponUses = OwnUses & AllUses

/** In cents and credits. A part of a cent is not taken off, and nothing beyond the price. */
export function benefitOf({ kind, value }: Pick<CouponTerms, 'kind' | 'value'>, list: number) {
  if (kind === 'CREDITS') return { discount: 0, bonusCredits: value }
  const discount = kind === 'PERCENT' ? Math.floor((list * value) / 100) : Math.min(value, list)
  return { discount, bonusCredits: 0 }
}

export function benefitInWords({ kind, value }: Pick<CouponTerms, 'kind' | 'value'>): string {
  if (kind === 'PERCENT') return `${value}% off`
  if (kind === 'AMOUNT') return `${formatMoney(value, 'USD')} off`
  return plural(value, 'bonus credit')
}

/** The same for a code that never was, so that nobody learns by trying which codes there are. */
export const noSuchCoupon = 'There is no such coupon.'

const isFor = {
  SUBSCRIPTION: 'This coupon is for subscriptions only.',
  PACK: 'This coupon is for credit packs only.',
}

/** What is reserved counts as used, or two purchases at once could both take the last one. The end is exclusive. */
export function refusalOf(
  coupon: CouponTerms | undefined,
  { purchase, now, uses }: { purchase: CouponPurchase; now: Date; uses: CouponUses },
): string | null {
  if (!coupon?.isActive || coupon.archivedAt) return noSuchCoupon
  const { startsAt, endsAt, appliesTo, maxRedemptions, perUserLimit } = coupon
  if (startsAt && now < startsAt) return `This coupon works from ${formatShortDay(startsAt)}.`
  if (endsAt && now >= endsAt) return `This coupon expired on ${formatShortDay(endsAt)}.`
  if (appliesTo !== 'ANY' && appliesTo !== purchase) return isFor[appliesTo]
  if (uses.ownRedeemed >= perUserLimit) return alreadyUsed(uses.ownRedeemed)
  if (uses.ownRedeemed + uses.ownReserved >= perUserLimit)
    return 'This coupon is in use for another purchase of yours that is not finished.'
  if (maxRedemptions !== null && uses.redeemed + uses.reserved >= maxRedemptions) return 'This coupon has been used up.'
  return null
}

const alreadyUsed = (times: number) =>
  times === 1 ? 'You have already used this coupon.' : `You have already used this coupon ${plural(times, 'time')}.`
