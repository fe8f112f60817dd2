import type { Coupon, couponStates } from '@dooryard/contract/billing/coupons'
import { formatDay } from '../format/format.ts'

/** The day of the last instant before another: the last valid day. */
const formatLastDay = (instant: string) => formatDay(new Date(Date.parse(instant) - 1).toISOString())

/** `Always`, `From Mar 1, 2026`, `Until May 31, 2026`, `Mar 1, 2026 to May 31, 2026`. */
export function formatCouponPeriod({ startsAt, endsAt }: Pick<Coupon, 'startsAt' | 'endsAt'>): string {
  if (startsAt && endsAt) return `${formatDay(startsAt)} to ${formatLastDay(endsAt)}`
  if (startsAt) return `From ${formatDay(startsAt)}`
  return endsAt ? `Until ${formatLastDay(endsAt)}` : 'Always'
}

type CouponUses = Pick<Coupon, 'redemptions' | 'reserved'>

/** How many uses are left under a limit. Uses reserved by purchases in progress count as used. */
export const countUsesLeft = ({ redemptions, reserved }: CouponUses, max: number) =>
  Math.max(0, max - redemptions - reserved)

export const couponStateLabels = {
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  ARCHIVED: 'Archived',
} satisfies Record<(typeof couponStates)[number], string>

type Tone = 'good' | 'warn' | 'plain'

export function getCouponStateTag(coupon: Coupon, now = Date.now()): { tone: Tone; children: string } {
  const { isActive, archivedAt, startsAt, endsAt, maxRedemptions } = coupon
  if (archivedAt) return { tone: 'plain', children: couponStateLabels.ARCHIVED }
  if (!isActive) return { tone: 'plain', children: couponStateLabels.INACTIVE }
  if (endsAt && Date.parse(endsAt) <= now) return { tone: 'plain', children: 'Expired' }
  if (maxRedemptions !== undefined && countUsesLeft(coupon, maxRedemptions) === 0)
    return { tone: 'plain', children: 'Fully redeemed' }
  if (startsAt && Date.parse(startsAt) > now) return { tone: 'warn', children: 'Scheduled' }
  return { tone: 'good', children: couponStateLabels.ACTIVE }
}
