import type { Coupon, CouponChange } from '@dooryard/contract/billing/coupons'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { countUsesLeft, formatCouponPeriod } from '../../lib/labels/coupon-state.ts'

const formatUsesSoFar = ({ redemptions, maxRedemptions }: Pick<Coupon, 'redemptions' | 'maxRedemptions'>) =>
  maxRedemptions === undefined
    ? `Redeemed ${pluralize(redemptions, 'time')}`
    : `Redeemed ${formatNumber(redemptions)} of ${pluralize(maxRedemptions, 'time')}`

function describeLimit(coupon: Coupon, max: number | null): string {
  const used = formatUsesSoFar({ redemptions: coupon.redemptions, maxRedemptions: undefined })
  if (max === null) return `${used}. It can then be redeemed without limit.`
  const inProgress = coupon.reserved > 0 ? `, with ${pluralize(coupon.reserved, 'purchase')} in progress` : ''
  const left = countUsesLeft(coupon, max)
  return left > 0
    ? `${used}${inProgress}. ${pluralize(left, 'use')} left.`
    : `${used}${inProgress}. No uses left: it can’t be redeemed any more.`
}

function describeWindow(coupon: Coupon, { startsAt, endsAt }: CouponChange, now: number) {
  if (startsAt === undefined && endsAt === undefined) return undefined
  const starts = startsAt === undefined ? coupon.startsAt : (startsAt ?? undefined)
  const ends = endsAt === undefined ? coupon.endsAt : (endsAt ?? undefined)
  if (ends && Date.parse(ends) <= now) return 'It will have expired: it can’t be redeemed any more.'
  const window = formatCouponPeriod({ startsAt: starts, endsAt: ends })
  const works = `Valid ${window.charAt(0).toLowerCase()}${window.slice(1)}`
  return starts && Date.parse(starts) > now ? `${works}, and not before.` : `${works}.`
}

const unaffectedText = 'Purchases already started with it keep their discount.'

/** Describes what a change of a coupon means, in sentences; empty if nothing changes. */
export function describeChange(coupon: Coupon, change: CouponChange, now: number): string[] {
  const { maxRedemptions, perUserLimit, affiliateUserId } = change
  const sentences = [
    describeWindow(coupon, change, now),
    maxRedemptions !== undefined && describeLimit(coupon, maxRedemptions),
    perUserLimit !== undefined &&
      `Each user can redeem it ${pluralize(perUserLimit, 'time')} instead of ${formatNumber(coupon.perUserLimit)}.`,
    affiliateUserId === null && 'No affiliate will see it.',
    affiliateUserId && 'The affiliate sees it on their home screen, with all redemptions.',
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length > 0 ? [...sentences, unaffectedText] : []
}

/** Describes what stopping, starting or archiving a coupon means. */
export function describeAction(act: 'stop' | 'start' | 'archive', coupon: Coupon): string {
  if (act === 'start') return `${formatUsesSoFar(coupon)}. It can be redeemed again, within its dates and limits.`
  const what =
    act === 'stop'
      ? 'It can’t be redeemed until you activate it again.'
      : 'It can never be redeemed again, and its code can’t be reused. Its redemptions are kept.'
  return `${formatUsesSoFar(coupon)}. ${what} ${unaffectedText}`
}
