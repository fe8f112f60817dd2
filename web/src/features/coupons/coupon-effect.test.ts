import { getExample } from '@dooryard/contract/api/examples'
import { Coupon } from '@dooryard/contract/billing/coupons'
import { expect, test } from 'vitest'
import { describeAction, describeChange } from './coupon-effect.ts'

const coupon = getExample(Coupon)
const now = Date.parse('2026-04-01T00:00:00.000Z')
const unaffectedText = 'Purchases already started with it keep their discount.'

test('an unchanged coupon has no effects', () => {
  expect(describeChange(coupon, {}, now)).toEqual([])
})

test('a total limit shows the remaining uses, or that there are none', () => {
  expect(describeChange(coupon, { maxRedemptions: 40 }, now)).toEqual([
    'Redeemed 37 times. 3 uses left.',
    unaffectedText,
  ])
  expect(describeChange(coupon, { maxRedemptions: 38 }, now)[0]).toBe('Redeemed 37 times. 1 use left.')
  expect(describeChange(coupon, { maxRedemptions: 37 }, now)[0]).toContain('it can’t be redeemed any more')
  expect(describeChange(coupon, { maxRedemptions: null }, now)[0]).toContain('without limit')
})

test('uses reserved for purchases in progress do not count as remaining', () => {
  expect(describeChange({ ...coupon, reserved: 2 }, { maxRedemptions: 40 }, now)[0]).toBe(
    'Redeemed 37 times, with 2 purchases in progress. 1 use left.',
  )
  expect(describeChange({ ...coupon, reserved: 3 }, { maxRedemptions: 40 }, now)[0]).toContain('it can’t be redeemed')
})

test('an end in the past ends the coupon, and a start in the future delays it', () => {
  expect(describeChange(coupon, { endsAt: '2026-03-31T00:00:00.000Z' }, now)[0]).toContain('will have expired')
  expect(describeChange(coupon, { startsAt: '2026-05-01T12:00:00.000Z' }, now)[0]).toContain('and not before')
  expect(describeChange(coupon, { startsAt: null, endsAt: null }, now)[0]).toBe('Valid always.')
})

test('stopping and archiving show the uses so far and what stays', () => {
  expect(describeAction('stop', coupon)).toBe(
    `Redeemed 37 of 500 times. It can’t be redeemed until you activate it again. ${unaffectedText}`,
  )
  expect(describeAction('archive', coupon)).toContain('never be redeemed again')
})
