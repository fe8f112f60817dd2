import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BucketCredits, computeRollover, getUnused } from '../holds/pending-adjustment-rules.ts'

const credits = fc.nat({ max: 1_000_000_000 })
const some = fc.record({
  available: credits,
  holds: fc.array(
    fc
      .record({ orderId: fc.uuid(), held: credits, share: fc.double({ min: 0, max: 1, noNaN: true }) })
      .map(({ orderId, held, share }) => ({ orderId, held, marked: Math.floor(held * share) })),
    { maxLength: 4 },
  ),
})

const buildUnheld = (available: number): BucketCredits => ({ available, holds: [] })
const buildHold = (orderId: string, held: number, marked = 0) => ({ orderId, held, marked })

test("up to one month's worth is kept, and the rest expires", () => {
  expect(computeRollover(buildUnheld(300), 1000)).toEqual({ kept: 300, expired: 0, marks: [] })
  expect(computeRollover(buildUnheld(1000), 1000)).toEqual({ kept: 1000, expired: 0, marks: [] })
  expect(computeRollover(buildUnheld(1001), 1000)).toEqual({ kept: 1000, expired: 1, marks: [] })
  // After a downgrade the limit is the smaller plan's monthly amount.
  expect(computeRollover(buildUnheld(5500), 1000)).toEqual({ kept: 1000, expired: 4500, marks: [] })
})

test('held credits count as unused: spendable credits expire first, and the rest expires on release', () => {
  const over = (available: number, ...holds: BucketCredits['holds'][number][]) =>
    computeRollover({ available, holds }, 1000)
  expect(over(500, buildHold('a', 400))).toEqual({ kept: 900, expired: 0, marks: [] })
  expect(over(500, buildHold('a', 900))).toEqual({ kept: 1000, expired: 400, marks: [] })
  const marks = [{ orderId: 'a', marked: 900 }]
  expect(over(100, buildHold('a', 1900))).toEqual({ kept: 1000, expired: 100, marks })
  expect(over(100, buildHold('a', 1900, 900))).toEqual({ kept: 1000, expired: 100, marks: [] })
})

test('kept, expired and newly marked credits add up to the unused ones, and none is negative', () => {
  fc.assert(
    fc.property(some, credits, (before, monthlyCredits) => {
      const { kept, expired, marks } = computeRollover(before, monthlyCredits)
      const marked = marks.reduce((sum, mark) => sum + mark.marked, 0)
      expect(kept + expired + marked).toBe(getUnused(before))
      expect(Math.min(kept, expired, marked)).toBeGreaterThanOrEqual(0)
      expect(expired).toBeLessThanOrEqual(before.available)
      expect(kept).toBeLessThanOrEqual(monthlyCredits)
      // Nothing is lost that could have been kept, and nothing stays pending that could have expired immediately.
      if (expired + marked > 0) expect(kept).toBe(monthlyCredits)
      if (marked > 0) expect(expired).toBe(before.available)
    }),
  )
})

test('twelve months of an unused plan leave two months of credits', () => {
  let left = 0
  for (let month = 0; month < 12; month++) left = computeRollover(buildUnheld(left), 4000).kept + 4000
  expect(left).toBe(8000)
})
