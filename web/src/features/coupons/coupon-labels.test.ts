import { couponCases } from '@dooryard/contract/api/format-cases.fixture'
import { expect, test } from 'vitest'
import { formatCouponBenefit } from '../../lib/labels/coupon-benefit.ts'
import { formatRedemptions, formatUses, formatUsesLeft } from './coupon-labels.ts'

test.each(couponCases)('%s of %i is shown as %s', (kind, value, text) =>
  expect(formatCouponBenefit({ kind, value })).toBe(text),
)

test('redemptions are counted, with their limit if there is one', () => {
  expect(formatRedemptions({ redemptions: 1200 })).toBe('1,200')
  expect(formatRedemptions({ redemptions: 37, maxRedemptions: 500 })).toBe('37 of 500')
  expect(formatUses({ redemptions: 37, maxRedemptions: 500, reserved: 0, refunded: 2 })).toBe(
    '37 of 500, 463 left, 2 refunded',
  )
  expect(formatUses({ redemptions: 37, reserved: 0, refunded: 0 })).toBe('37')
})

test('the remaining uses exclude those reserved for purchases in progress', () => {
  expect(formatUsesLeft({ redemptions: 37, maxRedemptions: 500, reserved: 3 })).toBe('460 left, 3 in progress')
  expect(formatUsesLeft({ redemptions: 37, maxRedemptions: 30, reserved: 0 })).toBe('0 left')
  expect(formatUsesLeft({ redemptions: 37, reserved: 3 })).toBe('3 in progress')
  expect(formatUsesLeft({ redemptions: 37, reserved: 0 })).toBeUndefined()
})
