import type { OrderBreakdown } from '@dooryard/contract/orders/order'
import { expect, test } from 'vitest'
import { listBreakdownSteps } from './order-breakdown-list.tsx'

const listRows = (counts: OrderBreakdown, quantity: number) =>
  listBreakdownSteps(counts, quantity).map(({ label, count, dropped, lost }) =>
    dropped > 0 ? `${label}: ${count}, ${dropped} ${lost}` : `${label}: ${count}`,
  )

test('a mailing order shows what each step left and removed', () => {
  expect(listRows({ matched: 1834, mailable: 1790, fresh: 1290, selected: 500 }, 500)).toEqual([
    'Matching: 1834',
    'Can be mailed: 1790, 44 without a name or a full address',
    'Not yet purchased: 1290, 500 already purchased',
    'Delivered: 500, 790 still available',
  ])
})

test('a viewer other than the owner reads about the owner', () => {
  const stages = listBreakdownSteps({ matched: 1834, mailable: 1790, fresh: 1290, selected: 500 }, 500, false)
  expect(stages[2]).toMatchObject({ label: 'Not yet purchased', lost: 'already purchased by the owner' })
})

test('a fully delivered calling order does not claim that the rest had a number', () => {
  const counts = { matched: 900, fresh: 800, considered: 200, contactable: 200, callable: 150, selected: 100 }
  expect(listRows(counts, 100)).toEqual([
    'Matching: 900',
    'Not yet purchased: 800, 100 already purchased',
    'Callable: 150, 650 with no callable number, or not needed',
    'Delivered: 100, 50 still available',
  ])
})

test('a calling order that falls short matches its quote', () => {
  const counts = { matched: 76, fresh: 76, considered: 49, contactable: 49, callable: 42, selected: 42 }
  expect(listRows(counts, 100)).toEqual([
    'Matching: 76',
    'Not yet purchased: 76',
    'Have a phone number: 49, 27 without a known phone number',
    'Callable: 42, 7 with no callable number',
    'Delivered: 42',
  ])
})

test('an order that asked the contact provider shows the leads unknown to it and those not asked for', () => {
  const counts = { matched: 90, fresh: 90, considered: 80, contactable: 60, callable: 50, selected: 50 }
  expect(listRows({ ...counts, notAsked: 12 }, 70).slice(2, 4)).toEqual([
    'Considered: 80, 10 without a known phone number',
    "Have a phone number: 60, 20 without a known phone number: 12 not asked for, because the contact provider's daily " +
      'limit was reached',
  ])
})

test('an order that falls short at the maximum does not claim to have considered all leads', () => {
  const counts = { matched: 5000, fresh: 5000, considered: 400, contactable: 90, callable: 60, selected: 60 }
  expect(listRows(counts, 100)[2]).toBe('Considered: 400, 4600 without a known phone number, or not considered')
})

test('while the numbers are being checked, no leads are shown as still available', () => {
  expect(listRows({ matched: 900, fresh: 800, considered: 300, selected: 0 }, 100)).toEqual([
    'Matching: 900',
    'Not yet purchased: 800, 100 already purchased',
    'Considered: 300, 500 without a known phone number, or not considered',
  ])
})

test('an order without any phone number says so', () => {
  expect(listRows({ matched: 5, fresh: 5, considered: 0, selected: 0 }, 100)).toEqual([
    'Matching: 5',
    'Not yet purchased: 5',
    'Considered: 0, 5 without a known phone number',
  ])
})

test.each([
  { matched: 76, fresh: 76, considered: 49, contactable: 49, callable: 42, selected: 42 },
  { matched: 1420, fresh: 1300, considered: 832, contactable: 800, callable: 725, selected: 700 },
])('the counts add up ($matched)', (counts) => {
  const stages = listBreakdownSteps(counts, 700)
  const lost = stages.reduce((sum, { dropped }) => sum + dropped, 0)
  expect(counts.matched - lost).toBe(counts.selected)
})
