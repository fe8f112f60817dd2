import { CreditSettingEffect } from '@dooryard/contract/credit-setting-effect'
import { exampleOf } from '@dooryard/contract/examples'
import { expect, test } from 'vitest'
import { describeEffect, describeKeptOrders } from './effect-labels.ts'

const effect = exampleOf(CreditSettingEffect)
const now = { creditRequired: 1, minCampaignVolume: 50, isActive: true }

test('the same terms mean nothing', () => {
  expect(describeEffect(now, now, effect)).toEqual([])
  const off = { ...now, isActive: false }
  expect(describeEffect(off, { ...off, creditRequired: 2 }, effect)).toEqual([])
})

test('another price says what it costs, what stays, and what it would have meant', () => {
  expect(describeEffect(now, { ...now, creditRequired: 2 }, effect)).toEqual([
    'From the next order on a lead costs 2 credits instead of 1.',
    '3 orders under way, with 1,500 credits held, keep their price.',
    '12 of the 120 orders of the last 30 days would have been too small.',
    'The 108 others would have cost 120,800 credits instead of 60,400.',
    '9 users with credits could not afford the smallest order, 4 now.',
  ])
})

/** What is said of the last 30 days, of orders that are as many and came to as much. */
const monthOf = (after: typeof now, last30Days: Partial<CreditSettingEffect['last30Days']>) =>
  describeEffect(now, after, { ...effect, last30Days: { ...effect.last30Days, ...last30Days } }).filter((sentence) =>
    sentence.includes('would have'),
  )

test('a higher price never reads as a lower cost, whatever the smallest order refuses', () => {
  const dearer = { ...now, creditRequired: 2, minCampaignVolume: 1000 }
  const sums = { creditsOfFitting: 20_000, creditsThen: 40_000 }
  expect(monthOf(dearer, { ...sums, tooSmallThen: 100 })).toEqual([
    '100 of the 120 orders of the last 30 days would have been too small.',
    'The 20 others would have cost 40,000 credits instead of 20,000.',
  ])
  expect(monthOf(dearer, { ...sums, tooSmallThen: 119 })[1]).toBe(
    'The other one would have cost 40,000 credits instead of 20,000.',
  )
  expect(monthOf(dearer, { creditsOfFitting: 0, creditsThen: 0, tooSmallThen: 120 })).toEqual([
    'The 120 orders of the last 30 days would have been too small.',
  ])
  expect(monthOf(dearer, { credits: 61_000, creditsOfFitting: 61_000, creditsThen: 122_000, tooSmallThen: 0 })).toEqual(
    ['The 120 orders of the last 30 days would have cost 122,000 credits instead of 61,000.'],
  )
  expect(monthOf(dearer, { orders: 0, tooSmallThen: 0 })).toEqual([])
})

test('another smallest order at the same price says no cost', () => {
  expect(monthOf({ ...now, minCampaignVolume: 1000 }, { tooSmallThen: 12 })).toEqual([
    '12 of the 120 orders of the last 30 days would have been too small.',
  ])
})

test('a type that goes off offer says how many campaigns that stops', () => {
  expect(describeEffect(now, { ...now, isActive: false }, effect)).toEqual([
    'New orders of this type are refused from then on.',
    '41 active campaigns cannot place another; 120 orders came in the last 30 days.',
    '3 orders under way, with 1,500 credits held, keep their price.',
  ])
})

test('one order keeps its price, and without any that is said too', () => {
  expect(describeKeptOrders({ ...effect, underWay: { orders: 1, creditsHeld: 50 } })).toBe(
    '1 order under way, with 50 credits held, keeps its price.',
  )
  expect(describeKeptOrders({ ...effect, underWay: { orders: 0, creditsHeld: 0 } })).toContain('No order is under way')
})
