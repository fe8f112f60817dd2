import type { CreditSetting } from '@dooryard/contract/credits'
import { expect, test } from 'vitest'
import { type Draft, emptyDraft } from './draft.ts'
import { costFacts, formatOrderAction, getShortfall, reviewOrder, reviewProblems } from './review-rules.ts'

const setting: CreditSetting = {
  id: '1',
  key: 'CALL_READY',
  name: 'Call Ready',
  creditRequired: 3,
  minCampaignVolume: 50,
  isActive: true,
}
const balance = { subscriptionCredits: 100, subscriptionCreditsHeld: 0, onDemandCredits: 80 }
const draft: Draft = { ...emptyDraft(), name: 'Owners', quantity: '60', criteria: { location: { states: ['TN'] } } }

test('a finished draft has nothing against it', () => {
  expect(reviewProblems(draft, setting)).toEqual({})
})

test.each([
  ['', 'Quantity is required'],
  ['many', 'Quantity must be a whole number'],
  ['49', 'The smallest order of Call Ready is 50 leads'],
  ['100,001', 'Quantity must be 100,000 or less'],
])('a quantity of "%s" is refused: %s', (quantity, problem) => {
  expect(reviewProblems({ ...draft, quantity }, setting)).toEqual({ quantity: problem })
})

test('names are asked for', () => {
  expect(reviewProblems({ ...draft, name: ' ', orderName: '' }, setting)).toEqual({
    name: 'Campaign name is required',
    orderName: 'Order name is required',
  })
})

test('the order carries its audience and the price that was shown', () => {
  expect(reviewOrder({ ...draft, quantity: '1,200', orderName: ' First ' }, setting)).toEqual({
    orderName: 'First',
    quantity: 1200,
    creditRequired: 3,
    criteria: draft.criteria,
  })
})

test('the button says what it does', () => {
  expect(formatOrderAction({ ...draft, quantity: '' })).toBe('Create campaign and order leads')
  expect(formatOrderAction({ ...draft, quantity: '1200' })).toBe('Create campaign and order 1,200 leads')
  expect(formatOrderAction({ ...draft, campaignId: 'there' })).toBe('Order 60 leads')
})

test('the cost follows each keystroke, and says what is missing', () => {
  const values = (quantity: number | undefined) =>
    Object.fromEntries(costFacts({ setting, balance, quantity }).map(({ label, value }) => [label, value]))
  expect(values(60)).toEqual({
    Leads: '60 × 3 credits',
    Cost: '180 credits',
    'You have': '180 credits',
    'You keep': '0 credits',
  })
  expect(values(61)).toMatchObject({ Cost: '183 credits', 'You keep': '–' })
  expect(values(undefined)).toMatchObject({ Leads: '–', Cost: '–', 'You have': '180 credits' })
  expect(getShortfall({ setting, balance, quantity: 61 })).toBe(3)
  expect(getShortfall({ setting, balance, quantity: 60 })).toBe(0)
})

test('until a quantity is typed, the smallest order is what has to be covered', () => {
  expect(getShortfall({ setting, balance: { ...balance, onDemandCredits: 0 }, quantity: undefined })).toBe(50)
})
