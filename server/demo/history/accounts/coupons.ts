import { dayMs } from '@dooryard/contract/api/time'
import type { CouponDraft } from '@dooryard/contract/billing/coupons'
import type { z } from 'zod'
import type { HistoryPeriod } from '../history-step.ts'

export type SeasonalCoupon = {
  /** When an administrator created it. */
  createdAt: Date
  draft: z.input<typeof CouponDraft> & { startsAt?: string; endsAt?: string }
}

type Season = Pick<SeasonalCoupon['draft'], 'kind' | 'value' | 'appliesTo'> & {
  name: string
  /** Month and day in UTC, of the first day and of the one after the last. */
  from: readonly [number, number]
  to: readonly [number, number]
  maxRedemptions?: number
}

const seasons: readonly Season[] = [
  { name: 'NEWYEAR', kind: 'PERCENT', value: 25, appliesTo: 'PACK', from: [12, 27], to: [1, 31], maxRedemptions: 200 },
  { name: 'SPRING', kind: 'PERCENT', value: 20, appliesTo: 'ANY', from: [3, 3], to: [6, 1], maxRedemptions: 500 },
  { name: 'SUMMER', kind: 'CREDITS', value: 250, appliesTo: 'PACK', from: [6, 24], to: [8, 15] },
  { name: 'FALL', kind: 'AMOUNT', value: 1500, appliesTo: 'SUBSCRIPTION', from: [9, 8], to: [10, 20] },
  { name: 'THANKS', kind: 'PERCENT', value: 15, appliesTo: 'ANY', from: [11, 18], to: [12, 5], maxRedemptions: 150 },
]

const prepareMs = 4 * dayMs

/** The coupons of the seasons that began in the period, with the year in their codes. */
export function planSeasonalCoupons({ startsAt, endsAt }: HistoryPeriod): SeasonalCoupon[] {
  const years = [startsAt.getUTCFullYear(), startsAt.getUTCFullYear() + 1, endsAt.getUTCFullYear()]
  return [...new Set(years)].flatMap((year) =>
    seasons.flatMap(({ name, from, to, ...terms }) => {
      const start = new Date(Date.UTC(year, from[0] - 1, from[1], 6))
      const end = new Date(Date.UTC(to[0] < from[0] ? year + 1 : year, to[0] - 1, to[1], 6))
      const createdAt = new Date(start.getTime() - prepareMs + 13 * 3_600_000)
      if (createdAt <= startsAt || createdAt >= endsAt) return []
      const code = `${name}-${end.getUTCFullYear() % 100}`
      return [{ createdAt, draft: { code, ...terms, startsAt: start.toISOString(), endsAt: end.toISOString() } }]
    }),
  )
}

/** The coupon of the season; most purchases fall between two. */
export const findSeasonalCoupon = (
  coupons: readonly SeasonalCoupon[],
  at: Date,
  target: 'PACK' | 'SUBSCRIPTION',
): string | undefined =>
  coupons.find(
    ({ draft: { appliesTo, startsAt, endsAt } }) =>
      (appliesTo === 'ANY' || appliesTo === target) &&
      startsAt !== undefined &&
      endsAt !== undefined &&
      at >= new Date(startsAt) &&
      at < new Date(endsAt),
  )?.draft.code
