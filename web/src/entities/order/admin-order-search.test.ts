import { expect, test } from 'vitest'
import { z } from 'zod'
import { startOfDay, startOfNextDay } from '../../lib/format/days.ts'
import {
  adminOrdersSearch,
  adminTabSearch,
  toAdminCampaignFilters,
  toAdminOrderFilters,
  toFirstDay,
  toLastDay,
} from './order-search.ts'

/** The defaults of a list, which its address omits. */
const defaults = { page: 1, limit: 10, sort: 'createdAt', order: 'desc' }
const read = (address: unknown) => z.object({ ...adminOrdersSearch, tab: adminTabSearch }).parse(address)
const erin = '3f1c8a52-6f5e-4a52-9d8c-8f2f0d3e7a11'

test('an empty or invalid address shows the newest campaigns', () => {
  expect(read({})).toEqual({ ...defaults, tab: 'campaigns' })
  const numbers = { page: 0, limit: 101 }
  const words = {
    sort: 'name',
    order: 'up',
    tab: 'users',
    campaignType: 'MAIL',
    status: 'LOST',
    internalStatus: 'STUCK',
  }
  const rest = { fromDate: '9999-12-31', toDate: 'soon', userId: ['erin'] }
  expect(read({ ...numbers, ...words, ...rest })).toEqual({ ...defaults, tab: 'campaigns' })
})

test('a single owner is accepted, and an empty owner is no filter', () => {
  expect(read({ userId: erin }).userId).toEqual([erin])
  expect(read({ userId: [erin, erin] }).userId).toEqual([erin, erin])
  expect(read({ userId: [] }).userId).toBeUndefined()
})

test('all page sizes and sorts of the specification are accepted', () => {
  const query = { limit: 100, sort: 'totalPrice', order: 'asc', tab: 'orders' }
  expect(read(query)).toMatchObject(query)
  expect(read({ sort: 'updatedAt' }).sort).toBe('updatedAt')
})

test('campaigns ignore the filters that apply to orders only', () => {
  const state = read({ userId: erin, status: 'FAILED', internalStatus: 'FAILED', search: 'Davidson', tab: 'orders' })
  const shared = { search: 'Davidson', userId: [erin], sort: 'createdAt', order: 'desc' }
  expect(toAdminCampaignFilters(state)).toEqual(shared)
  expect(toAdminOrderFilters(state)).toEqual({ ...shared, status: 'FAILED', internalStatus: 'FAILED' })
})

test('a day becomes its start or end, and an instant is kept', () => {
  expect(read({ fromDate: '2026-12-01', toDate: '2026-12-03' })).toMatchObject({
    fromDate: startOfDay('2026-12-01'),
    toDate: startOfDay('2026-12-04'),
  })
  const instants = { fromDate: '2026-12-01T06:00:00.000Z', toDate: '2026-12-03T23:59:59+01:00' }
  expect(read(instants)).toMatchObject(instants)
})

test('the chosen days are shown, including the last one', () => {
  expect(toFirstDay(startOfDay('2026-11-02'))).toBe('2026-11-02')
  expect(toLastDay(startOfNextDay('2026-11-30'))).toBe('2026-11-30')
  // A range typed into the address by hand that ends within a day.
  const noon = new Date(2026, 10, 30, 12).toISOString()
  expect(toLastDay(noon)).toBe('2026-11-30')
})
