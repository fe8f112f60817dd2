import { expect, test } from 'vitest'
import { getPeriodRange } from './period-rules.ts'

const createdAt = '2026-03-05T12:00:00.000Z'
const now = Date.parse('2026-11-23T18:30:00.000Z')

test('thirty days are today and the twenty-nine days before', () => {
  expect(getPeriodRange({ period: '30d' }, createdAt, now)).toEqual({ fromDate: '2026-10-25T00:00:00.000Z' })
  expect(getPeriodRange({ period: '90d' }, createdAt, now)).toEqual({ fromDate: '2026-08-26T00:00:00.000Z' })
})

test('twelve months are this month and the eleven before, from the first day', () => {
  expect(getPeriodRange({ period: '12m' }, createdAt, now)).toEqual({ fromDate: '2025-12-01T00:00:00.000Z' })
  expect(getPeriodRange({ period: '12m' }, createdAt, Date.parse('2026-12-31T23:59:59.000Z'))).toEqual({
    fromDate: '2026-01-01T00:00:00.000Z',
  })
})

test('"all" has no bounds, and a custom period has none until days are chosen', () => {
  expect(getPeriodRange({ period: 'all' }, createdAt, now)).toEqual({})
  expect(getPeriodRange({ period: 'custom' }, createdAt, now)).toEqual({})
})

test('days of another period do not narrow this one', () => {
  expect(getPeriodRange({ period: 'all', from: '2026-11-01', to: '2026-11-02' }, createdAt, now)).toEqual({})
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
])('custom days: %s', (_, days, from, until) => {
  expect(getPeriodRange({ period: 'custom', ...days }, createdAt, now)).toEqual({
    fromDate: `${from}T00:00:00.000Z`,
    toDate: `${until}T00:00:00.000Z`,
  })
})
