import { CreditSettingEffect } from '@dooryard/contract/credit-setting-effect'
import { exampleOf } from '@dooryard/contract/examples'
import { expect, test } from 'vitest'
import { effectWords, keptWords } from './effect-words.ts'

const effect = exampleOf(CreditSettingEffect)
const now = { creditRequired: 1, minCampaignVolume: 50, isActive: true }

test('the same terms mean nothing', () => {
  expect(effectWords(now, now, effect)).toEqual([])
  const off = { ...now, isActive: false }
  expect(effectWords(off, { ...off, creditRequired: 2 }, effect)).toEqual([])
})

test('another price says what it costs, what stays, and what it would have meant', () => {
  expect(effectWords(now, { ...now, creditRequired: 2 }, effect)).toEqual([
    'From the next order on a lead costs 2 credits instead of 1.',
    '3 orders under way, with 1,500 credits held, keep their price.',
    'The 120 orders of the last 30 days would have cost 122,000 credits instead of 61,000.',
    '12 of those placed in the last 30 days would have been too small.',
    '9 users with credits could not afford the smallest order, 4 now.',
  ])
})

test('a type that goes off offer says how many campaigns that stops', () => {
  expect(effectWords(now, { ...now, isActive: false }, effect)).toEqual([
    'New orders of this type are refused from then on.',
    '41 active campaigns cannot place another; 120 orders came in the last 30 days.',
    '3 orders under way, with 1,500 credits held, keep their price.',
  ])
})

test('one order keeps its price, and without any that is said too', () => {
  expect(keptWords({ ...effect, underWay: { orders: 1, creditsHeld: 50 } })).toBe(
    '1 order under way, with 50 credits held, keeps its price.',
  )
  expect(keptWords({ ...effect, underWay: { orders: 0, creditsHeld: 0 } })).toContain('No order is under way')
})
