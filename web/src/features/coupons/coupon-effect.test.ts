import { Coupon } from '@dooryard/contract/coupons'
import { exampleOf } from '@dooryard/contract/examples'
import { expect, test } from 'vitest'
import { describeAct, describeChange } from './coupon-effect.ts'

const coupon = exampleOf(Coupon)
const now = Date.parse('2026-04-01T00:00:00.000Z')
const kept = 'Purchases that were begun with it keep what it gives.'

test('nothing changed means nothing', () => {
  expect(describeChange(coupon, {}, now)).toEqual([])
})

test('a total limit says how many uses are left, or that there is none', () => {
  expect(describeChange(coupon, { maxRedemptions: 40 }, now)).toEqual([
    'It was used 37 times so far, so 3 uses are left.',
    kept,
  ])
  expect(describeChange(coupon, { maxRedemptions: 38 }, now)[0]).toBe('It was used 37 times so far, so 1 use is left.')
  expect(describeChange(coupon, { maxRedemptions: 37 }, now)[0]).toContain('nobody can use it any more')
  expect(describeChange(coupon, { maxRedemptions: null }, now)[0]).toContain('without limit')
})

test('what is kept for purchases under way is not left', () => {
  expect(describeChange({ ...coupon, reserved: 2 }, { maxRedemptions: 40 }, now)[0]).toBe(
    'It was used 37 times so far and is kept for 2 purchases under way, so 1 use is left.',
  )
  expect(describeChange({ ...coupon, reserved: 3 }, { maxRedemptions: 40 }, now)[0]).toContain('nobody can use it')
})

test('an end that is past ends it, and a start to come lets it wait', () => {
  expect(describeChange(coupon, { endsAt: '2026-03-31T00:00:00.000Z' }, now)[0]).toContain('has ended')
  expect(describeChange(coupon, { startsAt: '2026-05-01T12:00:00.000Z' }, now)[0]).toContain('and not before')
  expect(describeChange(coupon, { startsAt: null, endsAt: null }, now)[0]).toBe('It works always.')
})

test('stopping and archiving say how often it was used and what stays', () => {
  expect(describeAct('stop', coupon)).toBe(
    `It was used 37 of 500 times so far. Nobody can use it until it is started again. ${kept}`,
  )
  expect(describeAct('archive', coupon)).toContain('for good')
})
