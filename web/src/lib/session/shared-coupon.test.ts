import { expect, test } from 'vitest'
import { parseCouponCode } from './shared-coupon.ts'

test.each([
  ['spring-20 ', 'SPRING-20'],
  ['ab', undefined],
  ['<b>x</b>', undefined],
  [7, undefined],
])('the share link with %j has the code %s', (value, code) => expect(parseCouponCode(value)).toBe(code))
