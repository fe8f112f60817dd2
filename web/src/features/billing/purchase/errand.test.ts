import { expect, test } from 'vitest'
import { portalPath, remainingErrand } from './errand.ts'

test('a screen of the portal is a way back', () => {
  const screen = '/portal/campaigns/7/orders/create?x=1'
  expect(portalPath(screen)).toBe(screen)
})

test.each(['//evil.test', '/\\evil.test', 'https://evil.test/portal/', '/portal/../login', '/login', '/%09/evil', ''])(
  '%s is none',
  (asked) => {
    expect(portalPath(asked)).toBeUndefined()
  },
)

test.each([
  [10_700, 10_000, { need: 700, back: '/portal/x' }],
  [700, 700, {}],
  [700, 2000, {}],
])('whoever needs %i credits and buys %i has %j left to do', (need, credits, left) => {
  expect(remainingErrand({ need, back: '/portal/x', pack: 'p1', coupon: 'WELCOME20' }, credits)).toEqual(left)
})

test('who came for nothing has nothing left to do', () => {
  expect(remainingErrand({ back: '/portal/x' }, 0)).toEqual({})
})
