import type { Coupon, CouponChange } from '@dooryard/contract/coupons'
import { usesLeft, windowOf } from '../../lib/coupon-state.ts'
import { formatNumber, plural } from '../../lib/format.ts'

const soFar = ({ redemptions, maxRedemptions }: Pick<Coupon, 'redemptions' | 'maxRedemptions'>) =>
  maxRedemptions === undefined
    ? `It was used ${plural(redemptions, 'time')} so far`
    : `It was used ${formatNumber(redemptions)} of ${plural(maxRedemptions, 'time')} so far`

function describeLimit(coupon: Coupon, most: number | null): string {
  const used = soFar({ redemptions: coupon.redemptions, maxRedemptions: undefined })
  if (most === null) return `${used}, and may then be used without limit.`
  const underWay = coupon.reserved > 0 ? ` and is kept for ${plural(coupon.reserved, 'purchase')} under way` : ''
  const left = usesLeft(coupon, most)
  return left > 0
    ? `${used}${underWay}, so ${plural(left, 'use')} ${left === 1 ? 'is' : 'are'} left.`
    : `${used}${underWay}, so nobody can use it any more.`
}

function describeWindow(coupon: Coupon, { startsAt, endsAt }: CouponChange, now: number) {
  if (startsAt === undefined && endsAt === undefined) return undefined
  const starts = startsAt === undefined ? coupon.startsAt : (startsAt ?? undefined)
  const ends = endsAt === undefined ? coupon.endsAt : (endsAt ?? undefined)
  if (ends && Date.parse(ends) <= now) return 'It has ended then: nobody can use it any more.'
  const window = windowOf({ startsAt: starts, endsAt: ends })
  const works = `It works ${window.charAt(0).toLowerCase()}${window.slice(1)}`
  return starts && Date.parse(starts) > now ? `${works}, and not before.` : `${works}.`
}

const kept = 'Purchases that were begun with it keep what it gives.'

/** What a change of a coupon means, in sentences; none where nothing changes. */
export function describeChange(coupon: Coupon, change: CouponChange, now: number): string[] {
  const { maxRedemptions, perUserLimit, affiliateUserId } = change
  const sentences = [
    describeWindow(coupon, change, now),
    maxRedemptions !== undefined && describeLimit(coupon, maxRedemptions),
    perUserLimit !== undefined &&
      `Each user may use it ${plural(perUserLimit, 'time')} instead of ${formatNumber(coupon.perUserLimit)}.`,
    affiliateUserId === null && 'No affiliate sees it any more.',
    affiliateUserId && 'The affiliate sees it on their home, with the redemptions so far.',
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length > 0 ? [...sentences, kept] : []
}

/** What it means that a coupon is stopped, works again, or is archived. */
export function describeAct(act: 'stop' | 'start' | 'archive', coupon: Coupon): string {
  if (act === 'start') return `${soFar(coupon)}. It can be used again from now on, within its window and limits.`
  const what =
    act === 'stop'
      ? 'Nobody can use it until it is started again.'
      : 'It works no more, for good, and its code cannot be given again. Its redemptions stay.'
  return `${soFar(coupon)}. ${what} ${kept}`
}
