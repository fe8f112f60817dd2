import { expect, test } from 'vitest'
import { z } from 'zod'
import { startOfNextDay } from '../../lib/format/days.ts'
import { allOrdersSearch, toOrdersQuery } from './order-search.ts'

/** The defaults of a list, which its address omits. */
const defaults = { page: 1, limit: 10, sort: 'createdAt', order: 'desc' }
const read = (address: unknown) => z.object(allOrdersSearch).parse(address)

test('an empty or invalid address shows the newest orders', () => {
  expect(read({})).toEqual(defaults)
  expect(read({ status: 'LOST', campaignType: 1, from: 'soon', sort: 'colour', order: 'up', page: 0 })).toEqual({
    ...defaults,
    status: undefined,
    campaignType: undefined,
    from: undefined,
  })
})

test('a range includes both its days', () => {
  const { fromDate, toDate } = toOrdersQuery(read({ from: '2026-11-02', to: '2026-11-02' }))
  expect(toDate).toBe(startOfNextDay('2026-11-02'))
  expect(new Date(toDate ?? 0).getTime() - new Date(fromDate ?? 0).getTime()).toBe(24 * 60 * 60 * 1000)
})
