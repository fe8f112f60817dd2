import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Given, givenSince, leftOf, takeAway, takeReturned, unusedOf } from './marks-rules.ts'

const credits = fc.nat({ max: 1_000_000_000 })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const hold = fc
  .record({ orderId: fc.uuid(), held: credits, share })
  .map((it) => ({ orderId: it.orderId, held: it.held, marked: Math.floor(it.held * it.share) }))
const some = fc.record({ available: credits, holds: fc.array(hold, { maxLength: 5 }) })

const sumOf = (marks: readonly { marked: number }[]) => marks.reduce((sum, { marked }) => sum + marked, 0)

describe('credits are taken', () => {
  const holds = [
    { orderId: 'first', held: 300, marked: 250 },
    { orderId: 'second', held: 200, marked: 0 },
  ]

  test('from what can be spent, then from what the oldest order holds, and what was spent is let go', () => {
    const before = { available: 100, holds }
    expect(takeAway(before, 80)).toEqual({ taken: 80, marks: [] })
    expect(takeAway(before, 130)).toEqual({ taken: 100, marks: [{ orderId: 'first', marked: 30 }] })
    const both = [
      { orderId: 'first', marked: 50 },
      { orderId: 'second', marked: 150 },
    ]
    expect(takeAway(before, 300)).toEqual({ taken: 100, marks: both })
    expect(sumOf(takeAway(before, 10_000).marks)).toBe(250)
  })

  test('up to what there is, and no order gets more marked than it holds', () => {
    fc.assert(
      fc.property(some, credits, (before, amount) => {
        const { taken, marks } = takeAway(before, amount)
        expect(taken).toBeLessThanOrEqual(before.available)
        expect(taken + sumOf(marks)).toBe(Math.min(amount, unusedOf(before)))
        for (const { orderId, marked } of marks) {
          const { held = 0, marked: already = 0 } = before.holds.find((one) => one.orderId === orderId) ?? {}
          expect(marked).toBeGreaterThan(0)
          expect(already + marked).toBeLessThanOrEqual(held)
        }
      }),
    )
  })
})

describe('of what comes back', () => {
  test('the marks of the hold take as much as they say, the oldest first, and the rest of them is forgotten', () => {
    const marks = [{ marked: 300 }, { marked: 200 }]
    const taken = (released: number) => takeReturned(marks, released).map((mark) => [mark.taken, mark.forgotten])
    expect(taken(900)).toEqual([
      [300, 0],
      [200, 0],
    ])
    expect(taken(400)).toEqual([
      [300, 0],
      [100, 100],
    ])
    expect(taken(0)).toEqual([
      [0, 300],
      [0, 200],
    ])
  })

  test('no more is taken than came back, and what is taken and forgotten is what was marked', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ marked: credits }), { maxLength: 5 }), credits, (marks, released) => {
        const ends = takeReturned(marks, released)
        expect(ends.reduce((sum, { taken }) => sum + taken, 0)).toBe(Math.min(released, sumOf(marks)))
        for (const { marked, taken, forgotten } of ends) expect(taken + forgotten).toBe(marked)
      }),
    )
  })
})

describe('what was given after a purchase', () => {
  const given = (kind: Given['kind'], amount: number, transactionId: string | null = null) => ({
    kind,
    amount,
    transactionId,
  })
  const pack = given('GIVEN', 500, 'pack')
  const laterOf = (before: Given[], after: Given[]) => givenSince([...before, pack, ...after], 'pack').later
  const adjusted = (...amounts: number[]) => amounts.map((amount) => given('ADJUSTED', amount))

  test('is what an adjustment gave beyond what adjustments had given or taken before', () => {
    expect(laterOf([], adjusted(300))).toBe(300)
    expect(laterOf([], adjusted(-200, 300))).toBe(100)
    expect(laterOf([], adjusted(300, -300))).toBe(0)
    expect(laterOf(adjusted(-200), adjusted(300))).toBe(100)
    expect(laterOf(adjusted(100), adjusted(-100, 100))).toBe(0)
    expect(laterOf(adjusted(100), adjusted(-300))).toBe(0)
  })
})

describe('what is left of a purchase', () => {
  test('is what is unused beyond what was given later, and no more than it gave', () => {
    expect(leftOf(900, { own: 500, later: 0 })).toBe(500)
    expect(leftOf(900, { own: 500, later: 500 })).toBe(400)
    expect(leftOf(400, { own: 500, later: 500 })).toBe(0)
    expect(leftOf(0, { own: 500, later: 0 })).toBe(0)
  })

  test('is what spending credit by credit leaves, the oldest grant first', () => {
    const grants = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(grants, share, fc.nat(), (amounts, part, at) => {
        const spent = Math.floor(amounts.reduce((sum, amount) => sum + amount, 0) * part)
        const credits = amounts.flatMap((amount, grant) => Array.from({ length: amount }, () => grant)).slice(spent)
        const grant = at % amounts.length
        const later = amounts.slice(grant + 1).reduce((sum, amount) => sum + amount, 0)
        const own = amounts[grant] ?? 0
        expect(leftOf(credits.length, { own, later })).toBe(credits.filter((one) => one === grant).length)
      }),
    )
  })
})
