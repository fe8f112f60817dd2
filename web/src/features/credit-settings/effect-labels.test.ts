import { getExample } from '@dooryard/contract/api/examples'
import { CreditSettingEffect } from '@dooryard/contract/billing/admin/credit-setting-effect'
import { expect, test } from 'vitest'
import { describeEffect, describeUnaffectedOrders } from './effect-labels.ts'

const effect = getExample(CreditSettingEffect)
const currentTerms = { creditRequired: 1, minCampaignVolume: 50, isActive: true }

test('unchanged terms have no effect', () => {
  expect(describeEffect(currentTerms, currentTerms, effect)).toEqual([])
  const off = { ...currentTerms, isActive: false }
  expect(describeEffect(off, { ...off, creditRequired: 2 }, effect)).toEqual([])
})

test('a new price shows its cost, what stays, and what the last 30 days would have cost', () => {
  expect(describeEffect(currentTerms, { ...currentTerms, creditRequired: 2 }, effect)).toEqual([
    'New orders cost 2 credits instead of 1 per lead.',
    '3 orders in progress, with 1,500 credits on hold, keep their price.',
    '12 of the 120 orders of the last 30 days would have been too small.',
    'The 108 others would have cost 120,800 credits instead of 60,400.',
    '9 users with credits could not afford the minimum order, compared with 4 now.',
  ])
})

/** Describes the last 30 days, with the given order and credit totals. */
const describeMonth = (after: typeof currentTerms, last30Days: Partial<CreditSettingEffect['last30Days']>) =>
  describeEffect(currentTerms, after, { ...effect, last30Days: { ...effect.last30Days, ...last30Days } }).filter(
    (sentence) => sentence.includes('would have'),
  )

test('a higher price never reads as a lower cost, whatever the minimum order refuses', () => {
  const higherPrice = { ...currentTerms, creditRequired: 2, minCampaignVolume: 1000 }
  const sums = { creditsOfFitting: 20_000, creditsThen: 40_000 }
  expect(describeMonth(higherPrice, { ...sums, tooSmallThen: 100 })).toEqual([
    '100 of the 120 orders of the last 30 days would have been too small.',
    'The 20 others would have cost 40,000 credits instead of 20,000.',
  ])
  expect(describeMonth(higherPrice, { ...sums, tooSmallThen: 119 })[1]).toBe(
    'The other one would have cost 40,000 credits instead of 20,000.',
  )
  expect(describeMonth(higherPrice, { creditsOfFitting: 0, creditsThen: 0, tooSmallThen: 120 })).toEqual([
    'The 120 orders of the last 30 days would have been too small.',
  ])
  expect(
    describeMonth(higherPrice, { credits: 61_000, creditsOfFitting: 61_000, creditsThen: 122_000, tooSmallThen: 0 }),
  ).toEqual(['The 120 orders of the last 30 days would have cost 122,000 credits instead of 61,000.'])
  expect(describeMonth(higherPrice, { orders: 0, tooSmallThen: 0 })).toEqual([])
})

test('a new minimum order at the same price mentions no cost', () => {
  expect(describeMonth({ ...currentTerms, minCampaignVolume: 1000 }, { tooSmallThen: 12 })).toEqual([
    '12 of the 120 orders of the last 30 days would have been too small.',
  ])
})

test('deactivating a type shows how many campaigns it stops', () => {
  expect(describeEffect(currentTerms, { ...currentTerms, isActive: false }, effect)).toEqual([
    'New orders of this type are refused.',
    '41 active campaigns can’t order any more: 120 orders in the last 30 days.',
    '3 orders in progress, with 1,500 credits on hold, keep their price.',
  ])
})

test('a single order keeps its price, and having no orders is mentioned too', () => {
  expect(describeUnaffectedOrders({ ...effect, underWay: { orders: 1, creditsHeld: 50 } })).toBe(
    '1 order in progress, with 50 credits on hold, keeps its price.',
  )
  expect(describeUnaffectedOrders({ ...effect, underWay: { orders: 0, creditsHeld: 0 } })).toContain(
    'No orders are in progress',
  )
})
