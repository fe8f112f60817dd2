import { expect, test } from 'vitest'
import { type Draft, isWorthKeeping, missingIn, reachableStep } from './draft.ts'

const empty: Draft = { criteria: {}, name: '', key: 'k' }
const typed: Draft = { ...empty, campaignType: 'MAIL_READY' }
const aimed: Draft = { ...typed, criteria: { location: { states: ['TN'] } } }

test.each([
  ['nothing chosen', empty, 'review', 'type'],
  ['a type chosen', typed, 'type', 'type'],
  ['a type chosen', typed, 'audience', 'audience'],
  ['a type chosen', typed, 'review', 'audience'],
  ['an audience chosen', aimed, 'review', 'review'],
  ['an audience chosen', aimed, 'type', 'type'],
] as const)('with %s (%j), asking for %s shows %s', (_, draft, asked, shown) => {
  expect(reachableStep(draft, asked)).toBe(shown)
})

test('each step says what it lacks', () => {
  expect(missingIn(empty, 'type')).toBe('Choose a type')
  expect(missingIn(typed, 'audience')).toBe('Choose at least one filter')
  expect(missingIn({ ...typed, criteria: { exclude: { delivered: true } } }, 'audience')).toBe(
    'Choose at least one filter',
  )
  expect(missingIn(aimed, 'review')).toBe('Campaign name is required')
  expect(missingIn({ ...aimed, name: 'x'.repeat(101) }, 'review')).toBe(
    'Campaign name must be less than 100 characters',
  )
  expect(missingIn({ ...aimed, name: 'Absentee owners' }, 'review')).toBeUndefined()
})

test('an untouched draft is not worth keeping', () => {
  expect(isWorthKeeping(empty)).toBe(false)
  expect([typed, aimed, { ...empty, name: 'A' }].map(isWorthKeeping)).toEqual([true, true, true])
})
