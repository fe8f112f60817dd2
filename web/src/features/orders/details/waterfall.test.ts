import type { Waterfall } from '@dooryard/contract/order'
import { expect, test } from 'vitest'
import { listStages } from './waterfall.tsx'

const read = (counts: Waterfall, quantity: number) =>
  listStages(counts, quantity).map(({ label, count, dropped, lost }) =>
    dropped > 0 ? `${label}: ${count}, ${dropped} ${lost}` : `${label}: ${count}`,
  )

test('of an order to mail, each step says what it left and what it took', () => {
  expect(read({ matched: 1834, mailable: 1790, fresh: 1290, selected: 500 }, 500)).toEqual([
    'Match the audience: 1834',
    'Can be mailed: 1790, 44 without a name or a full address',
    'New to you: 1290, 500 delivered to you before',
    'In this order: 500, 790 left for later orders',
  ])
})

test('whoever is not its owner is told of the owner', () => {
  const stages = listStages({ matched: 1834, mailable: 1790, fresh: 1290, selected: 500 }, 500, false)
  expect(stages[2]).toMatchObject({ label: 'New to the owner', lost: 'delivered to the owner before' })
})

test('an order to call that has enough does not say that those beyond it had a number', () => {
  const counts = { matched: 900, fresh: 800, considered: 200, contactable: 200, callable: 150, selected: 100 }
  expect(read(counts, 100)).toEqual([
    'Match the audience: 900',
    'New to you: 800, 100 delivered to you before',
    'Looked at, with a phone number: 200, 600 without a known phone number, or not needed because there were enough',
    'May be called: 150, 50 whose every number may not be called',
    'In this order: 100, 50 left for later orders',
  ])
})

test('an order to call that comes short says what the quote said', () => {
  const counts = { matched: 76, fresh: 76, considered: 49, contactable: 49, callable: 42, selected: 42 }
  expect(read(counts, 100)).toEqual([
    'Match the audience: 76',
    'New to you: 76',
    'Have a phone number: 49, 27 without a known phone number',
    'May be called: 42, 7 whose every number may not be called',
    'In this order: 42',
  ])
})

test('where the contact provider was asked, those it does not know are told of, and those it was not asked for', () => {
  const counts = { matched: 90, fresh: 90, considered: 80, contactable: 60, callable: 50, selected: 50 }
  expect(read({ ...counts, notAsked: 12 }, 70).slice(2, 4)).toEqual([
    'Looked at: 80, 10 without a known phone number',
    "Have a phone number: 60, 20 without a known phone number: 12 not asked for, because the contact provider's daily " +
      'limit was reached',
  ])
})

test('an order that came short at as many as it may look at does not claim to have seen them all', () => {
  const counts = { matched: 5000, fresh: 5000, considered: 400, contactable: 90, callable: 60, selected: 60 }
  expect(read(counts, 100)[2]).toBe('Looked at: 400, 4600 without a known phone number, or not looked at')
})

test('while the numbers are still being checked, nobody is said to be left for later', () => {
  expect(read({ matched: 900, fresh: 800, considered: 300, selected: 0 }, 100)).toEqual([
    'Match the audience: 900',
    'New to you: 800, 100 delivered to you before',
    'Looked at: 300, 500 without a known phone number, or not looked at',
  ])
})

test('an order that found nobody with a number says so', () => {
  expect(read({ matched: 5, fresh: 5, considered: 0, selected: 0 }, 100)).toEqual([
    'Match the audience: 5',
    'New to you: 5',
    'Looked at: 0, 5 without a known phone number',
  ])
})

test.each([
  { matched: 76, fresh: 76, considered: 49, contactable: 49, callable: 42, selected: 42 },
  { matched: 1420, fresh: 1300, considered: 832, contactable: 800, callable: 725, selected: 700 },
])('the numbers add up ($matched)', (counts) => {
  const stages = listStages(counts, 700)
  const lost = stages.reduce((sum, { dropped }) => sum + dropped, 0)
  expect(counts.matched - lost).toBe(counts.selected)
})
