import type { CouponKind, CouponTarget } from '@dooryard/contract/billing/coupons'
import { formatMoney, formatShortDay, pluralize } from '../../platform/util/format.ts'

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

/** Uses by one user. */
export type UserCouponUses = { ownRedeemed: number; ownReserved: number }

/** Uses by all users. */
export type TotalCouponUses = { redeemed: number; reserved: number }

export type CouponUses = UserCouponUses & TotalCouponUses

/** In cents and credits. Fractions of a cent are not discounted, and the discount never exceeds the price. */
export function getCouponBenefit({ kind, value }: Pick<CouponTerms, 'kind' | 'value'>, list: number) {
  if (kind === 'CREDITS') return { discount: 0, bonusCredits: value }
  const discount = kind === 'PERCENT' ? Math.floor((list * value) / 100) : Math.min(value, list)
  return { discount, bonusCredits: 0 }
}

export function describeCouponBenefit({ kind, value }: Pick<CouponTerms, 'kind' | 'value'>): string {
  if (kind === 'PERCENT') return `${value}% off`
  if (kind === 'AMOUNT') return `${formatMoney(value, 'USD')} off`
  return pluralize(value, 'bonus credit')
}

/** The same message as for a code that never existed, so that guessing reveals nothing. */
export const unknownCouponMessage = 'This coupon code is invalid.'

const wrongPurchaseMessages = {
  SUBSCRIPTION: 'This coupon is for subscriptions only.',
  PACK: 'This coupon is for credit packs only.',
}

/** Reservations count as uses, or two concurrent purchases could both take the last one. The end is exclusive. */
export function getCouponRefusal(
  coupon: CouponTerms | undefined,
  { purchase, now, uses }: { purchase: CouponPurchase; now: Date; uses: CouponUses },
): string | null {
  if (!coupon?.isActive || coupon.archivedAt) return unknownCouponMessage
  const { startsAt, endsAt, appliesTo, maxRedemptions, perUserLimit } = coupon
  if (startsAt && now < startsAt) return `This coupon is valid from ${formatShortDay(startsAt)}.`
  if (endsAt && now >= endsAt) return `This coupon expired on ${formatShortDay(endsAt)}.`
  if (appliesTo !== 'ANY' && appliesTo !== purchase) return wrongPurchaseMessages[appliesTo]
  if (uses.ownRedeemed >= perUserLimit) return formatAlreadyUsed(uses.ownRedeemed)
  if (uses.ownRedeemed + uses.ownReserved >= perUserLimit)
    return 'You are using this coupon in another unfinished purchase.'
  if (maxRedemptions !== null && uses.redeemed + uses.reserved >= maxRedemptions)
    return 'This coupon has reached its limit.'
  return null
}

const formatAlreadyUsed = (times: number) =>
  times === 1 ? 'You have already used this coupon.' : `You have already used this coupon ${pluralize(times, 'time')}.`
