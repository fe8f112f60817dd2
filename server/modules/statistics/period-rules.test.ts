import { expect, test } from 'vitest'
import { daysOf, monthsOf, periodOf, sumOf, toldBy } from './period-rules.ts'

const made = new Date('2026-01-31T23:59:59.999Z')
const now = new Date('2026-03-02T00:30:00.000Z')
const periodLike = (fromDate?: string, toDate?: string) => periodOf({ fromDate, toDate }, made, now)

test('a period is from when the account was made up to now, unless said', () => {
  expect(periodLike()).toEqual({ from: made, until: new Date('2026-03-02T00:30:00.001Z') })
  expect(periodLike('2026-02-01T00:00:00Z', '2026-02-01T02:00:00+01:00')).toEqual({
    from: new Date('2026-02-01T00:00:00Z'),
    until: new Date('2026-02-01T01:00:00Z'),
  })
  // The clocks of two machines are never quite the same.
  expect(periodOf({}, now, made)).toEqual({ from: now, until: new Date(now.getTime() + 1) })
})

test('a period may end in the years to come', () => {
  expect(monthsOf(periodLike(undefined, '2027-01-01T00:00:00Z')).at(-1)).toBe('2026-12')
})

test.each([
  ['2026-02-02T00:00:00Z', '2026-02-01T00:00:00Z', 'The period must end after it begins'],
  ['2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z', 'The period must end after it begins'],
  ['2026-03-03T00:00:00Z', undefined, 'The period must end after it begins'],
  ['0001-01-01T00:00:00Z', undefined, 'The year must be between 2000 and 9998'],
  [undefined, '9999-12-31T23:59:59-12:00', 'The year must be between 2000 and 9998'],
  ['2000-01-01T00:00:00Z', '2051-01-01T00:00:00Z', 'The period must be no longer than 50 years'],
])('from %s to %s is no period', (from, to, message) => {
  expect(() => periodLike(from, to)).toThrow(message)
})

test('the months of a period are all there, those of which it has an instant alone too', () => {
  expect(monthsOf(periodLike())).toEqual(['2026-01', '2026-02', '2026-03'])
  expect(monthsOf(periodLike(undefined, '2026-03-01T00:00:00.000Z'))).toEqual(['2026-01', '2026-02'])
  expect(monthsOf(periodLike('2025-11-30T23:00:00-05:00'))).toEqual(['2025-12', '2026-01', '2026-02', '2026-03'])
})

test('the days of a period are all there, unless it is longer than 92 of them', () => {
  expect(daysOf(periodLike('2026-02-27T12:00:00Z'))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  expect(daysOf(periodLike('2026-01-01T00:00:00Z', '2026-04-03T00:00:00Z'))).toHaveLength(92)
  expect(daysOf(periodLike('2026-01-01T00:00:00Z', '2026-04-03T00:00:00.001Z'))).toBeUndefined()
})

test('figures are told by month and by day from the same days', () => {
  const nothing = { orders: 0, leads: 0 }
  const told = [
    { day: '2026-01-31', orders: 2 },
    { day: '2026-02-01', orders: 1, leads: 7 },
    { day: '2026-02-01', leads: 5 },
  ]
  expect(toldBy(['2026-01', '2026-02', '2026-03'], nothing, told)).toEqual([
    { stretch: '2026-01', figures: { orders: 2, leads: 0 } },
    { stretch: '2026-02', figures: { orders: 1, leads: 12 } },
    { stretch: '2026-03', figures: nothing },
  ])
  expect(toldBy(['2026-02-01', '2026-02-02'], nothing, told).map(({ figures }) => figures.leads)).toEqual([12, 0])
  expect(sumOf(nothing, told)).toEqual({ orders: 3, leads: 12 })
})
