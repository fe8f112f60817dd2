import { expect, test } from 'vitest'
import { takeUpDraft } from './order-draft.ts'

const [tennessee, ohio] = ['TN', 'OH'].map((state) => ({ location: { states: [state] } }))
const draft = { orderName: 'Spring letters', quantity: '500', criteria: tennessee, columns: undefined }

test('an order of a saved search is not called what was typed for another audience', () => {
  const taken = takeUpDraft(draft, { name: 'All of Ohio', criteria: ohio ?? {} })
  expect(taken).toMatchObject({ orderName: '', quantity: '' })
})

test('what was typed for the same audience, or for one that was changed since, is there again', () => {
  expect(takeUpDraft(draft, { name: 'Tennessee', criteria: tennessee ?? {} })).toBe(draft)
  expect(takeUpDraft(draft, { criteria: ohio ?? {} })).toBe(draft)
})
