import { type Coupon, CouponKind, type CouponRedemption, CouponTarget } from '@dooryard/contract/coupons'
import type { CouponTerms } from './coupon-rules.ts'
import type { CouponRow, ListedCoupon, RedemptionRow } from './coupons.queries.ts'

/** A coupon's terms, as its row has them. */
export const termsOf = (row: CouponRow): CouponTerms => ({
  ...row,
  kind: CouponKind.parse(row.kind),
  appliesTo: CouponTarget.parse(row.appliesTo),
})

export function presentCoupon(row: ListedCoupon): Coupon {
  const { startsAt, endsAt, maxRedemptions, affiliateUserId, affiliateEmail, archivedAt } = row
  const { kind, appliesTo } = termsOf(row)
  return {
    ...{ id: row.id, code: row.code, kind, value: row.value, appliesTo },
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(maxRedemptions !== null && { maxRedemptions }),
    perUserLimit: row.perUserLimit,
    redemptions: row.redemptions ?? 0,
    reserved: row.reserved ?? 0,
    refunded: row.refunded ?? 0,
    isActive: row.isActive && !archivedAt,
    ...(affiliateUserId !== null && { affiliateUserId }),
    ...(affiliateEmail !== null && { affiliateEmail }),
    ...(archivedAt && { archivedAt: archivedAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
  }
}

/** Who redeemed it is for administrators to see; an affiliate learns only that somebody did. */
export function presentRedemption(row: RedemptionRow, withEmail: boolean): CouponRedemption {
  const { id, redeemedAt, discount, credits, refundedAt, userEmail } = row
  return {
    id,
    redeemedAt: redeemedAt.toISOString(),
    purchase: row.purchase === 'PACK' ? 'PACK' : 'SUBSCRIPTION',
    discount,
    credits,
    ...(refundedAt && { refundedAt: refundedAt.toISOString() }),
    ...(withEmail && userEmail !== null && { userEmail }),
  }
}
