import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '../add-months.ts'
import { getPeriod, toLocalPath } from './sandbox-rules.ts'

const instants = fc.date({ min: new Date('1999-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const counts = fc.integer({ min: 0, max: 480 })

test.each([
  ['2026-01-31T10:00:00.000Z', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
  ['2028-01-31T10:00:00.000Z', ['2028-02-29', '2028-03-31']],
  ['2028-02-29T10:00:00.000Z', ['2028-03-29', '2028-04-29']],
  ['2100-01-30T10:00:00.000Z', ['2100-02-28', '2100-03-30']],
  ['2026-11-15T10:00:00.000Z', ['2026-12-15', '2027-01-15']],
])('months from %s end on its day, or on the last day of a shorter month', (from, days) => {
  const ends = days.map((_, index) => addMonths(new Date(from), index + 1).toISOString())
  expect(ends).toEqual(days.map((day) => `${day}T10:00:00.000Z`))
})

test('a month later is in the next month, at the same time of day, on the same or the last day', () => {
  fc.assert(
    fc.property(instants, counts, (anchor, months) => {
      const then = addMonths(anchor, months)
      const getMonth = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
      expect(getMonth(then) - getMonth(anchor)).toBe(months)
      expect(then.getTime() % 86_400_000).toBe(anchor.getTime() % 86_400_000)
      const dayAfter = new Date(then.getTime() + 86_400_000)
      if (then.getUTCDate() !== anchor.getUTCDate()) {
        expect(then.getUTCDate()).toBeLessThan(anchor.getUTCDate())
        expect(dayAfter.getUTCDate()).toBe(1)
      }
    }),
  )
})

const monthly = { interval: 'MONTH' } as const

test('periods follow one another without gaps, each of 28 to 31 days', () => {
  fc.assert(
    fc.property(instants, counts, (anchor, period) => {
      const one = getPeriod({ anchor, period, plan: monthly })
      const days = (one.periodEnd.getTime() - one.periodStart.getTime()) / 86_400_000
      expect([28, 29, 30, 31]).toContain(days)
      expect(getPeriod({ anchor, period: period + 1, plan: monthly }).periodStart).toEqual(one.periodEnd)
    }),
  )
})

test('a return link stays within the portal', () => {
  const portal = 'https://dooryard.example.com'
  const services = { publicUrl: portal }
  expect(toLocalPath(services, `${portal}/portal/settings/billing?checkout=1#top`)).toBe(
    '/portal/settings/billing?checkout=1#top',
  )
  for (const elsewhere of [
    'https://evil.test/portal',
    `${portal}//evil.test`,
    `${portal}/\\evil.test`,
    `${portal}.evil.test/`,
    'javascript:alert(1)',
    '/portal',
  ])
    expect([elsewhere, toLocalPath(services, elsewhere)]).toEqual([elsewhere, undefined])
})
