import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDailyBalances, listLastDays } from './balance-rules.ts'

const now = new Date('2028-03-01T00:30:00Z')

test('a day without entries has the balance of the day before', () => {
  const before = [{ bucket: 'SUBSCRIPTION', available: 10, held: 1 }]
  const changes = [
    { day: 0, bucket: 'ON_DEMAND', available: 5, held: 2 },
    { day: 2, bucket: 'SUBSCRIPTION', available: 7, held: 4 },
  ]
  expect(computeDailyBalances(listLastDays(3, now, 'UTC'), before, changes)).toEqual([
    { date: '2028-02-28', subscription: 10, onDemand: 5, held: 3 },
    { date: '2028-02-29', subscription: 10, onDemand: 5, held: 3 },
    { date: '2028-03-01', subscription: 7, onDemand: 5, held: 6 },
  ])
})

test('there is one point per day, in order, and only with balances from entries', () => {
  const state = fc.record({ bucket: fc.constantFrom('SUBSCRIPTION', 'ON_DEMAND'), available: fc.nat(), held: fc.nat() })
  fc.assert(
    fc.property(fc.constantFrom(30, 90), fc.array(fc.tuple(state, fc.nat(89))), (count, drawn) => {
      const changes = drawn.map(([one, day]) => ({ ...one, day: day % count })).sort((a, b) => a.day - b.day)
      const days = listLastDays(count, now, 'America/Chicago')
      const points = computeDailyBalances(days, [], changes)
      expect(points.map(({ date }) => date)).toEqual(days.map(({ date }) => date))
      for (const [at, point] of points.entries()) {
        const last = (bucket: string) => changes.filter((one) => one.day <= at && one.bucket === bucket).at(-1)
        const [subscription, onDemand] = [last('SUBSCRIPTION'), last('ON_DEMAND')]
        expect(point.subscription).toBe(subscription?.available ?? 0)
        expect(point.onDemand).toBe(onDemand?.available ?? 0)
        expect(point.held).toBe((subscription?.held ?? 0) + (onDemand?.held ?? 0))
      }
    }),
  )
})
