import type { Coupon, couponStates } from '@dooryard/contract/coupons'
import { formatDay } from './format.ts'

/** Of the last instant before another: the day through which something lasts. */
const lastDayBefore = (instant: string) => formatDay(new Date(Date.parse(instant) - 1).toISOString())

/** `Always`, `From Mar 1, 2026`, `Through May 31, 2026`, `Mar 1, 2026 to May 31, 2026`. */
export function windowOf({ startsAt, endsAt }: Pick<Coupon, 'startsAt' | 'endsAt'>): string {
  if (startsAt && endsAt) return `${formatDay(startsAt)} to ${lastDayBefore(endsAt)}`
  if (startsAt) return `From ${formatDay(startsAt)}`
  return endsAt ? `Through ${lastDayBefore(endsAt)}` : 'Always'
}

type Uses = Pick<Coupon, 'redemptions' | 'reserved'>

/** How often it can still be used under a limit: what is kept for purchases under way is used as well. */
export const usesLeft = ({ redemptions, reserved }: Uses, most: number) => Math.max(0, most - redemptions - reserved)

export const couponStateLabels = {
  ACTIVE: 'Active',
  INACTIVE: 'Stopped',
  ARCHIVED: 'Archived',
} satisfies Record<(typeof couponStates)[number], string>

type Tone = 'good' | 'warn' | 'plain'

export function stateOf(coupon: Coupon, now = Date.now()): { tone: Tone; children: string } {
  const { isActive, archivedAt, startsAt, endsAt, maxRedemptions } = coupon
  if (archivedAt) return { tone: 'plain', children: couponStateLabels.ARCHIVED }
  if (!isActive) return { tone: 'plain', children: couponStateLabels.INACTIVE }
  if (endsAt && Date.parse(endsAt) <= now) return { tone: 'plain', children: 'Expired' }
  if (maxRedemptions !== undefined && usesLeft(coupon, maxRedemptions) === 0)
    return { tone: 'plain', children: 'Used up' }
  if (startsAt && Date.parse(startsAt) > now) return { tone: 'warn', children: 'Not yet' }
  return { tone: 'good', children: couponStateLabels.ACTIVE }
}
