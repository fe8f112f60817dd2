import { expect, test } from 'vitest'
import { getRemainingPurchase, parsePortalPath } from './pending-purchase.ts'

test('a portal screen is a valid return path', () => {
  const screen = '/portal/campaigns/7/orders/create?x=1'
  expect(parsePortalPath(screen)).toBe(screen)
})

test.each(['//evil.test', '/\\evil.test', 'https://evil.test/portal/', '/portal/../login', '/login', '/%09/evil', ''])(
  '%s is not a valid return path',
  (target) => {
    expect(parsePortalPath(target)).toBeUndefined()
  },
)

test.each([
  [10_700, 10_000, { need: 700, back: '/portal/x' }],
  [700, 700, {}],
  [700, 2000, {}],
])('a user who needs %i credits and buys %i has %j remaining', (need, credits, remaining) => {
  expect(getRemainingPurchase({ need, back: '/portal/x', pack: 'p1', coupon: 'WELCOME20' }, credits)).toEqual(remaining)
})

test('when no credits were needed, nothing remains to be done', () => {
  expect(getRemainingPurchase({ back: '/portal/x' }, 0)).toEqual({})
})
