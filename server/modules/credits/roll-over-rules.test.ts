import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Credits, rollOver, unusedOf } from './marks-rules.ts'

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

const free = (available: number): Credits => ({ available, holds: [] })
const heldBy = (orderId: string, held: number, marked = 0) => ({ orderId, held, marked })

test("up to one month's worth is kept, and the rest lapses", () => {
  expect(rollOver(free(300), 1000)).toEqual({ kept: 300, lapsed: 0, marks: [] })
  expect(rollOver(free(1000), 1000)).toEqual({ kept: 1000, lapsed: 0, marks: [] })
  expect(rollOver(free(1001), 1000)).toEqual({ kept: 1000, lapsed: 1, marks: [] })
  // After a downgrade the month's worth is that of the smaller plan.
  expect(rollOver(free(5500), 1000)).toEqual({ kept: 1000, lapsed: 4500, marks: [] })
})

test('what is held is unused too: what can be spent lapses first, and the rest does when it comes back', () => {
  const over = (available: number, ...holds: Credits['holds'][number][]) => rollOver({ available, holds }, 1000)
  expect(over(500, heldBy('a', 400))).toEqual({ kept: 900, lapsed: 0, marks: [] })
  expect(over(500, heldBy('a', 900))).toEqual({ kept: 1000, lapsed: 400, marks: [] })
  const marks = [{ orderId: 'a', marked: 900 }]
  expect(over(100, heldBy('a', 1900))).toEqual({ kept: 1000, lapsed: 100, marks })
  expect(over(100, heldBy('a', 1900, 900))).toEqual({ kept: 1000, lapsed: 100, marks: [] })
})

test('what is kept, lapses and is newly marked make up what was unused, and none of it is negative', () => {
  fc.assert(
    fc.property(some, credits, (before, monthlyCredits) => {
      const { kept, lapsed, marks } = rollOver(before, monthlyCredits)
      const marked = marks.reduce((sum, mark) => sum + mark.marked, 0)
      expect(kept + lapsed + marked).toBe(unusedOf(before))
      expect(Math.min(kept, lapsed, marked)).toBeGreaterThanOrEqual(0)
      expect(lapsed).toBeLessThanOrEqual(before.available)
      expect(kept).toBeLessThanOrEqual(monthlyCredits)
      // Nothing goes that could have been kept, and nothing is marked that could have lapsed at once.
      if (lapsed + marked > 0) expect(kept).toBe(monthlyCredits)
      if (marked > 0) expect(lapsed).toBe(before.available)
    }),
  )
})

test('twelve months of a plan that nobody uses leave two months of credits', () => {
  let left = 0
  for (let month = 0; month < 12; month++) left = rollOver(free(left), 4000).kept + 4000
  expect(left).toBe(8000)
})
