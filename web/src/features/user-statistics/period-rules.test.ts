import { expect, test } from 'vitest'
import { rangeOf } from './period-rules.ts'

const made = '2026-03-05T12:00:00.000Z'
const now = Date.parse('2026-11-23T18:30:00.000Z')

test('thirty days are today and the twenty-nine before', () => {
  expect(rangeOf({ period: '30d' }, made, now)).toEqual({ fromDate: '2026-10-25T00:00:00.000Z' })
  expect(rangeOf({ period: '90d' }, made, now)).toEqual({ fromDate: '2026-08-26T00:00:00.000Z' })
})

test('twelve months are this one and the eleven before, from their first day', () => {
  expect(rangeOf({ period: '12m' }, made, now)).toEqual({ fromDate: '2025-12-01T00:00:00.000Z' })
  expect(rangeOf({ period: '12m' }, made, Date.parse('2026-12-31T23:59:59.000Z'))).toEqual({
    fromDate: '2026-01-01T00:00:00.000Z',
  })
})

test('everything has no ends, and days of one’s own have none until they are chosen', () => {
  expect(rangeOf({ period: 'all' }, made, now)).toEqual({})
  expect(rangeOf({ period: 'custom' }, made, now)).toEqual({})
})

test('days of another period do not narrow this one', () => {
  expect(rangeOf({ period: 'all', from: '2026-11-01', to: '2026-11-02' }, made, now)).toEqual({})
})

test.each([
  ['the last day counts', { from: '2026-11-01', to: '2026-11-02' }, '2026-11-01', '2026-11-03'],
  ['one day is a period', { from: '2026-11-02', to: '2026-11-02' }, '2026-11-02', '2026-11-03'],
  ['they may be given the wrong way round', { from: '2026-11-02', to: '2026-11-01' }, '2026-11-01', '2026-11-03'],
  ['without an end they go up to today', { from: '2026-11-02' }, '2026-11-02', '2026-11-24'],
  ['without a beginning they go from when the account was made', { to: '2026-11-02' }, '2026-03-05', '2026-11-03'],
  ['an end before that is a day by itself', { to: '2026-01-02' }, '2026-01-02', '2026-01-03'],
  ['there are none after today', { from: '2027-01-01', to: '2028-01-01' }, '2026-11-23', '2026-11-24'],
  ['nor before the year 2000', { from: '1950-01-01', to: '1950-12-31' }, '2000-01-01', '2000-01-02'],
])('of days of one’s own, %s', (_, days, from, until) => {
  expect(rangeOf({ period: 'custom', ...days }, made, now)).toEqual({
    fromDate: `${from}T00:00:00.000Z`,
    toDate: `${until}T00:00:00.000Z`,
  })
})
