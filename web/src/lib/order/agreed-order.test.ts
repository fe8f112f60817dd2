import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type AgreedOrder,
  buildAgreedRequest,
  dropReturnedOrder,
  findAgreedOrder,
  isOrderPlaced,
  judgeAgreedOrder,
  recordPurchaseOutcome,
  saveAgreedOrder,
  savePlacedOrder,
} from './agreed-order.ts'

const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const back = '/portal/orders/create'
const order = { orderName: 'Letters', quantity: 60, creditRequired: 2, onePerOwner: true }
const audience = { campaignType: 'MAIL_READY', criteria: { location: { states: ['TN'], zips: ['37203'] } } }
const request = buildAgreedRequest(order, audience)
const agreedAt = Date.parse('2026-11-02T09:30:00Z')
const agreed: AgreedOrder = { key: 'k1', back, request, credits: 120, agreedAt, outcome: 'PAID' }
const state = { current: { request, quantity: 60, credits: 120 }, spendable: 120, isWaitOver: false, now: agreedAt }

test('an order is placed once its credits are here, at no more than was agreed', () => {
  expect(judgeAgreedOrder(agreed, state)).toEqual({ type: 'place' })
  expect(judgeAgreedOrder(agreed, { ...state, current: { request, quantity: 60, credits: 60 } })).toEqual({
    type: 'place',
  })
  expect(
    judgeAgreedOrder(agreed, { ...state, current: { request, quantity: 60, credits: 180 }, spendable: 500 }),
  ).toEqual({
    type: 'refuse',
    reason:
      'The order now takes 180 credits instead of 120 credits, so it was not placed. Check it before you place it.',
  })
})

test('credits that are not here yet are waited for, and a balance that stays short places nothing', () => {
  const short = { ...state, spendable: 119 }
  expect(judgeAgreedOrder(agreed, short)).toEqual({ type: 'wait' })
  expect(judgeAgreedOrder(agreed, { ...short, isWaitOver: true })).toEqual({
    type: 'refuse',
    reason: 'Your balance is still 1 credit short, so the order was not placed.',
  })
})

test.each([
  ['OPEN', 'Your payment is not confirmed yet'],
  [undefined, 'Your payment is not confirmed yet'],
  ['CANCELLED', 'You left before paying'],
  ['FAILED', 'The payment did not go through'],
  ['EXPIRED', 'The purchase was not finished in time'],
  ['REFUNDED', 'Your payment was refunded'],
] as const)('after a payment that is %s nothing is placed', (outcome, reason) => {
  expect(judgeAgreedOrder({ ...agreed, outcome }, { ...state, spendable: 1_000 })).toEqual({
    type: 'refuse',
    reason: expect.stringContaining(reason),
  })
})

test('another order than the agreed one is not placed', () => {
  for (const changed of [
    buildAgreedRequest({ ...order, quantity: 50 }, audience),
    buildAgreedRequest({ ...order, onePerOwner: false }, audience),
    buildAgreedRequest(order, { ...audience, criteria: {} }),
  ])
    expect(
      judgeAgreedOrder(agreed, { ...state, current: { request: changed, quantity: 50, credits: 100 } }),
    ).toMatchObject({
      type: 'refuse',
      reason: expect.stringContaining('has changed since you agreed to it'),
    })
  expect(judgeAgreedOrder(agreed, { ...state, current: undefined }).type).toBe('refuse')
})

test('an order is the same at another price, and with its filters in another order', () => {
  const { campaignType, criteria } = audience
  const { states, zips } = criteria.location
  const again = { criteria: { location: { zips, states } }, campaignType }
  expect(buildAgreedRequest({ ...order, creditRequired: 1, creditsToAddPhones: 1 }, again)).toBe(request)
})

test('an order agreed to more than 30 minutes ago is not placed', () => {
  const after = (minutes: number) => judgeAgreedOrder(agreed, { ...state, now: agreedAt + minutes * 60_000 })
  expect(after(30)).toEqual({ type: 'place' })
  expect(after(31)).toMatchObject({
    type: 'refuse',
    reason: expect.stringContaining('You agreed to this order more than 30 minutes ago'),
  })
})

test('an order whose purchase has ended is dropped with its form, one that is being paid is not', () => {
  saveAgreedOrder('ann', agreed)
  dropReturnedOrder('ann', '/portal/campaigns/create?step=review')
  expect(findAgreedOrder('ann', back)).toEqual(agreed)
  dropReturnedOrder('ann', back)
  expect(findAgreedOrder('ann', back)).toBeUndefined()
  const { outcome: _, ...pending } = agreed
  saveAgreedOrder('ann', pending)
  dropReturnedOrder('ann', back)
  expect(findAgreedOrder('ann', back)).toEqual(pending)
})

test('an agreed order of an earlier release, without a time, is not placed', () => {
  const { agreedAt: _, ...timeless } = agreed
  saveAgreedOrder('ann', timeless as AgreedOrder)
  expect(findAgreedOrder('ann', back)).toBeUndefined()
})

test('an agreed order is kept for its user and its form, with how its purchase ended', () => {
  const { outcome: _, ...pending } = agreed
  saveAgreedOrder('ann', pending)
  expect(findAgreedOrder('ann', back)).toEqual(pending)
  expect(findAgreedOrder('ben', back)).toBeUndefined()
  expect(findAgreedOrder('ann', '/portal/campaigns/create?step=review')).toBeUndefined()
  expect(recordPurchaseOutcome('ann', undefined, 'PAID')).toBe(false)
  expect(recordPurchaseOutcome('ann', 'another', 'PAID')).toBe(false)
  expect(recordPurchaseOutcome('ann', 'k1', 'CANCELLED')).toBe(true)
  // A second purchase may succeed.
  expect(recordPurchaseOutcome('ann', 'k1', 'PAID')).toBe(true)
  expect(findAgreedOrder('ann', back)).toEqual(agreed)
  saveAgreedOrder('ann', undefined)
  expect(findAgreedOrder('ann', back)).toBeUndefined()
  expect(recordPurchaseOutcome('ann', 'k1', 'PAID')).toBe(false)
})

test('a placed order lacks no more credits, until another one at the same form does', () => {
  savePlacedOrder('u1', back)
  expect([isOrderPlaced('u1', back), isOrderPlaced('u1', '/portal/lead-finder'), isOrderPlaced('u2', back)]).toEqual([
    true,
    false,
    false,
  ])
  expect(isOrderPlaced('u1', undefined)).toBe(false)
  savePlacedOrder('u1', undefined)
  expect(isOrderPlaced('u1', back)).toBe(false)
})
