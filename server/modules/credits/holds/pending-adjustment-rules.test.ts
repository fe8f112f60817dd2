import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyPendingAdjustments,
  deductCredits,
  type GrantRow,
  getPurchaseRemainder,
  getUnused,
  sumGrantsSince,
} from './pending-adjustment-rules.ts'

const credits = fc.nat({ max: 1_000_000_000 })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const hold = fc
  .record({ orderId: fc.uuid(), held: credits, share })
  .map((it) => ({ orderId: it.orderId, held: it.held, marked: Math.floor(it.held * it.share) }))
const some = fc.record({ available: credits, holds: fc.array(hold, { maxLength: 5 }) })

const sumMarked = (marks: readonly { marked: number }[]) => marks.reduce((sum, { marked }) => sum + marked, 0)

describe('a deduction', () => {
  const holds = [
    { orderId: 'first', held: 300, marked: 250 },
    { orderId: 'second', held: 200, marked: 0 },
  ]

  test('takes spendable credits, then those held by the oldest order, and ignores spent ones', () => {
    const before = { available: 100, holds }
    expect(deductCredits(before, 80)).toEqual({ taken: 80, marks: [] })
    expect(deductCredits(before, 130)).toEqual({ taken: 100, marks: [{ orderId: 'first', marked: 30 }] })
    const both = [
      { orderId: 'first', marked: 50 },
      { orderId: 'second', marked: 150 },
    ]
    expect(deductCredits(before, 300)).toEqual({ taken: 100, marks: both })
    expect(sumMarked(deductCredits(before, 10_000).marks)).toBe(250)
  })

  test('takes no more than there is, and marks no more of an order than it holds', () => {
    fc.assert(
      fc.property(some, credits, (before, amount) => {
        const { taken, marks } = deductCredits(before, amount)
        expect(taken).toBeLessThanOrEqual(before.available)
        expect(taken + sumMarked(marks)).toBe(Math.min(amount, getUnused(before)))
        for (const { orderId, marked } of marks) {
          const { held = 0, marked: already = 0 } = before.holds.find((one) => one.orderId === orderId) ?? {}
          expect(marked).toBeGreaterThan(0)
          expect(already + marked).toBeLessThanOrEqual(held)
        }
      }),
    )
  })
})

describe('released credits', () => {
  test('are reduced by the pending adjustments, oldest first, and the remainder is discarded', () => {
    const marks = [{ marked: 300 }, { marked: 200 }]
    const taken = (released: number) =>
      applyPendingAdjustments(marks, released).map((mark) => [mark.taken, mark.forgotten])
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

  test('lose no more than was released, and applied plus discarded equals the pending amount', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ marked: credits }), { maxLength: 5 }), credits, (marks, released) => {
        const ends = applyPendingAdjustments(marks, released)
        expect(ends.reduce((sum, { taken }) => sum + taken, 0)).toBe(Math.min(released, sumMarked(marks)))
        for (const { marked, taken, forgotten } of ends) expect(taken + forgotten).toBe(marked)
      }),
    )
  })
})

describe('the amount granted after a purchase', () => {
  const given = (kind: GrantRow['kind'], amount: number, transactionId: string | null = null) => ({
    kind,
    amount,
    transactionId,
  })
  const pack = given('GIVEN', 500, 'pack')
  const sumLaterGrants = (before: GrantRow[], after: GrantRow[]) =>
    sumGrantsSince([...before, pack, ...after], 'pack').later
  const adjusted = (...amounts: number[]) => amounts.map((amount) => given('ADJUSTED', amount))

  test('counts adjustments only beyond earlier grants and deductions by adjustments', () => {
    expect(sumLaterGrants([], adjusted(300))).toBe(300)
    expect(sumLaterGrants([], adjusted(-200, 300))).toBe(100)
    expect(sumLaterGrants([], adjusted(300, -300))).toBe(0)
    expect(sumLaterGrants(adjusted(-200), adjusted(300))).toBe(100)
    expect(sumLaterGrants(adjusted(100), adjusted(-100, 100))).toBe(0)
    expect(sumLaterGrants(adjusted(100), adjusted(-300))).toBe(0)
  })
})

describe('the rest of a purchase', () => {
  test('is the unused amount beyond later grants, and no more than the purchase granted', () => {
    expect(getPurchaseRemainder(900, { own: 500, later: 0 })).toBe(500)
    expect(getPurchaseRemainder(900, { own: 500, later: 500 })).toBe(400)
    expect(getPurchaseRemainder(400, { own: 500, later: 500 })).toBe(0)
    expect(getPurchaseRemainder(0, { own: 500, later: 0 })).toBe(0)
  })

  test('equals what remains after spending credit by credit, oldest grant first', () => {
    const grants = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(grants, share, fc.nat(), (amounts, part, at) => {
        const spent = Math.floor(amounts.reduce((sum, amount) => sum + amount, 0) * part)
        const credits = amounts.flatMap((amount, grant) => Array.from({ length: amount }, () => grant)).slice(spent)
        const grant = at % amounts.length
        const later = amounts.slice(grant + 1).reduce((sum, amount) => sum + amount, 0)
        const own = amounts[grant] ?? 0
        expect(getPurchaseRemainder(credits.length, { own, later })).toBe(credits.filter((one) => one === grant).length)
      }),
    )
  })
})
