import { expect, test } from 'vitest'
import { reuseDraft } from './order-draft.ts'

const tennessee = { location: { states: ['TN'] } }
const ohio = { location: { states: ['OH'] } }
const draft = { orderName: 'Spring letters', quantity: '500', criteria: tennessee, columns: ['OWNER' as const] }

test('a name and a quantity typed for one audience are not reused for another', () => {
  expect(reuseDraft(draft, ohio)).toEqual({ orderName: '', quantity: '', columns: ['OWNER'] })
  expect(reuseDraft(draft, { ...tennessee, owner: { name: 'testwell' } })).toMatchObject({
    orderName: '',
    quantity: '',
  })
})

test('a draft for the same audience is restored', () => {
  expect(reuseDraft(draft, { location: { states: ['TN'] } })).toBe(draft)
})
