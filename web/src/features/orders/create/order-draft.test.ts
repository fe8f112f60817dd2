import { expect, test } from 'vitest'
import { reuseDraft } from './order-draft.ts'

const [tennessee, ohio] = ['TN', 'OH'].map((state) => ({ location: { states: [state] } }))
const draft = { orderName: 'Spring letters', quantity: '500', criteria: tennessee, columns: undefined }

test('an order of a saved search does not reuse the name typed for another audience', () => {
  const taken = reuseDraft(draft, { name: 'All of Ohio', criteria: ohio ?? {} })
  expect(taken).toMatchObject({ orderName: '', quantity: '' })
})

test('a draft for the same or an edited audience is restored', () => {
  expect(reuseDraft(draft, { name: 'Tennessee', criteria: tennessee ?? {} })).toBe(draft)
  expect(reuseDraft(draft, { criteria: ohio ?? {} })).toBe(draft)
})
