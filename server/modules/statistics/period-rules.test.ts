import { expect, test } from 'vitest'
import { groupByBucket, listDaysIfShort, listMonths, parsePeriod, sumStats } from './period-rules.ts'

const createdAt = new Date('2026-01-31T23:59:59.999Z')
const now = new Date('2026-03-02T00:30:00.000Z')
const buildPeriod = (fromDate?: string, toDate?: string) => parsePeriod({ fromDate, toDate }, createdAt, now)

test('a period is from the creation of the account until now by default', () => {
  expect(buildPeriod()).toEqual({ from: createdAt, until: new Date('2026-03-02T00:30:00.001Z') })
  expect(buildPeriod('2026-02-01T00:00:00Z', '2026-02-01T02:00:00+01:00')).toEqual({
    from: new Date('2026-02-01T00:00:00Z'),
    until: new Date('2026-02-01T01:00:00Z'),
  })
  // The clocks of two machines are never exactly the same.
  expect(parsePeriod({}, now, createdAt)).toEqual({ from: now, until: new Date(now.getTime() + 1) })
})

test('a period may end in the future', () => {
  expect(listMonths(buildPeriod(undefined, '2027-01-01T00:00:00Z')).at(-1)).toBe('2026-12')
})

test.each([
  ['2026-02-02T00:00:00Z', '2026-02-01T00:00:00Z', 'The period must end after it begins'],
  ['2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z', 'The period must end after it begins'],
  ['2026-03-03T00:00:00Z', undefined, 'The period must end after it begins'],
  ['0001-01-01T00:00:00Z', undefined, 'The year must be between 2000 and 9998'],
  [undefined, '9999-12-31T23:59:59-12:00', 'The year must be between 2000 and 9998'],
  ['2000-01-01T00:00:00Z', '2051-01-01T00:00:00Z', 'The period must be no longer than 50 years'],
])('from %s to %s is not a valid period', (from, to, message) => {
  expect(() => buildPeriod(from, to)).toThrow(message)
})

test('all months of a period are listed, those with a single instant too', () => {
  expect(listMonths(buildPeriod())).toEqual(['2026-01', '2026-02', '2026-03'])
  expect(listMonths(buildPeriod(undefined, '2026-03-01T00:00:00.000Z'))).toEqual(['2026-01', '2026-02'])
  expect(listMonths(buildPeriod('2025-11-30T23:00:00-05:00'))).toEqual(['2025-12', '2026-01', '2026-02', '2026-03'])
})

test('all days of a period are listed, unless there are more than 92', () => {
  expect(listDaysIfShort(buildPeriod('2026-02-27T12:00:00Z'))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(listDaysIfShort(buildPeriod('2026-01-01T00:00:00Z', '2026-04-03T00:00:00Z'))).toHaveLength(92)
  expect(listDaysIfShort(buildPeriod('2026-01-01T00:00:00Z', '2026-04-03T00:00:00.001Z'))).toBeUndefined()
})

test('statistics by month and by day come from the same days', () => {
  const nothing = { orders: 0, leads: 0 }
  const rows = [
    { day: '2026-01-31', orders: 2 },
    { day: '2026-02-01', orders: 1, leads: 7 },
    { day: '2026-02-01', leads: 5 },
  ]
  expect(groupByBucket(['2026-01', '2026-02', '2026-03'], nothing, rows)).toEqual([
    { bucket: '2026-01', stats: { orders: 2, leads: 0 } },
    { bucket: '2026-02', stats: { orders: 1, leads: 12 } },
    { bucket: '2026-03', stats: nothing },
  ])
  expect(groupByBucket(['2026-02-01', '2026-02-02'], nothing, rows).map(({ stats }) => stats.leads)).toEqual([12, 0])
  expect(sumStats(nothing, rows)).toEqual({ orders: 3, leads: 12 })
})
