import type { Coupon, CouponChange } from '@dooryard/contract/billing/coupons'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { countUsesLeft, formatCouponPeriod } from '../../lib/labels/coupon-state.ts'

const formatUsesSoFar = ({ redemptions, maxRedemptions }: Pick<Coupon, 'redemptions' | 'maxRedemptions'>) =>
  maxRedemptions === undefined
    ? `It was used ${pluralize(redemptions, 'time')} so far`
    : `It was used ${formatNumber(redemptions)} of ${pluralize(maxRedemptions, 'time')} so far`

function describeLimit(coupon: Coupon, max: number | null): string {
  const used = formatUsesSoFar({ redemptions: coupon.redemptions, maxRedemptions: undefined })
  if (max === null) return `${used}, and may then be used without limit.`
  const inProgress = coupon.reserved > 0 ? ` and is kept for ${pluralize(coupon.reserved, 'purchase')} in progress` : ''
  const left = countUsesLeft(coupon, max)
  return left > 0
    ? `${used}${inProgress}, so ${pluralize(left, 'use')} ${left === 1 ? 'is' : 'are'} left.`
    : `${used}${inProgress}, so nobody can use it any more.`
}

function describeWindow(coupon: Coupon, { startsAt, endsAt }: CouponChange, now: number) {
  if (startsAt === undefined && endsAt === undefined) return undefined
  const starts = startsAt === undefined ? coupon.startsAt : (startsAt ?? undefined)
  const ends = endsAt === undefined ? coupon.endsAt : (endsAt ?? undefined)
  if (ends && Date.parse(ends) <= now) return 'It has ended then: nobody can use it any more.'
  const window = formatCouponPeriod({ startsAt: starts, endsAt: ends })
  const works = `It works ${window.charAt(0).toLowerCase()}${window.slice(1)}`
  return starts && Date.parse(starts) > now ? `${works}, and not before.` : `${works}.`
}

const unaffectedText = 'Purchases that were started with it keep what it gives.'

/** Describes what a change of a coupon means, in sentences; empty if nothing changes. */
export function describeChange(coupon: Coupon, change: CouponChange, now: number): string[] {
  const { maxRedemptions, perUserLimit, affiliateUserId } = change
  const sentences = [
    describeWindow(coupon, change, now),
    maxRedemptions !== undefined && describeLimit(coupon, maxRedemptions),
    perUserLimit !== undefined &&
      `Each user may use it ${pluralize(perUserLimit, 'time')} instead of ${formatNumber(coupon.perUserLimit)}.`,
    affiliateUserId === null && 'No affiliate sees it any more.',
    affiliateUserId && 'The affiliate sees it on their home, with the redemptions so far.',
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length > 0 ? [...sentences, unaffectedText] : []
}

/** Describes what stopping, starting or archiving a coupon means. */
export function describeAction(act: 'stop' | 'start' | 'archive', coupon: Coupon): string {
  if (act === 'start')
    return `${formatUsesSoFar(coupon)}. It can be used again from now on, within its window and limits.`
  const what =
    act === 'stop'
      ? 'Nobody can use it until it is started again.'
      : 'It works no more, for good, and its code cannot be given again. Its redemptions stay.'
  return `${formatUsesSoFar(coupon)}. ${what} ${unaffectedText}`
}
