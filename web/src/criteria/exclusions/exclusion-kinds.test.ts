import { expect, test } from 'vitest'
import { removeRecords } from './exclusion-kinds.ts'

test('records that are gone are removed from the filters, which keep everything else', () => {
  const criteria = {
    location: { states: ['CA'] },
    exclude: { suppressionListIds: ['gone', 'kept'], campaignIds: ['gone too'] },
    only: { orderId: 'gone order', listIds: ['gone list'] },
  }
  expect(removeRecords(criteria, ['gone', 'gone too', 'gone order', 'gone list'])).toEqual({
    location: { states: ['CA'] },
    exclude: { suppressionListIds: ['kept'] },
  })
  expect(removeRecords(criteria, [])).toEqual(criteria)
})
