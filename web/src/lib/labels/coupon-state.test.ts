import { getExample } from '@dooryard/contract/api/examples'
import { Coupon } from '@dooryard/contract/billing/coupons'
import { describe, expect, test } from 'vitest'
import { formatCouponPeriod, getCouponStateTag } from './coupon-state.ts'

const coupon = Coupon.parse(getExample(Coupon))

test('a period names the last day on which a coupon is valid', () => {
  const startsAt = new Date(2026, 2, 1).toISOString()
  const endsAt = new Date(2026, 5, 1).toISOString()
  expect(formatCouponPeriod({})).toBe('Always')
  expect(formatCouponPeriod({ startsAt })).toBe('From Mar 1, 2026')
  expect(formatCouponPeriod({ endsAt })).toBe('Until May 31, 2026')
  expect(formatCouponPeriod({ startsAt, endsAt })).toBe('Mar 1, 2026 to May 31, 2026')
})

describe('a coupon', () => {
  const now = Date.parse('2026-04-01T00:00:00Z')
  test.each([
    ['Active', {}],
    ['Archived', { archivedAt: '2026-03-05T00:00:00.000Z' }],
    ['Inactive', { isActive: false }],
    ['Expired', { endsAt: '2026-04-01T00:00:00.000Z' }],
    ['Fully redeemed', { maxRedemptions: 37 }],
    ['Fully redeemed', { maxRedemptions: 40, reserved: 3 }],
    ['Active', { maxRedemptions: 40, reserved: 2 }],
    ['Scheduled', { startsAt: '2026-04-01T00:00:01.000Z' }],
  ])('is %s', (word, change) => expect(getCouponStateTag({ ...coupon, ...change }, now).children).toBe(word))
})
