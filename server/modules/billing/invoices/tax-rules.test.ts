import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containedTax, percentOf } from './tax-rules.ts'

const totals = fc.integer({ min: 0, max: 2_147_483_647 })
const rates = fc.integer({ min: 0, max: 100_000 })

test('the tax is part of the total, and what is left with the tax on it is the total again', () => {
  fc.assert(
    fc.property(totals, rates, (total, rate) => {
      const tax = containedTax(total, rate)
      expect(Number.isInteger(tax)).toBe(true)
      expect(tax).toBeGreaterThanOrEqual(0)
      expect(tax).toBeLessThanOrEqual(total)
      const net = total - tax
      // To half a cent of the total: nearer no whole number of cents is.
      expect(Math.abs(net + (net * rate) / 100_000 - total)).toBeLessThanOrEqual(0.5 * (1 + rate / 100_000) + 1e-5)
    }),
    { numRuns: 2000 },
  )
})

test('a higher rate or a higher total never means less tax', () => {
  fc.assert(
    fc.property(totals, totals, rates, rates, (a, b, low, high) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      expect(containedTax(more, low)).toBeGreaterThanOrEqual(containedTax(less, low))
      const [lower, higher] = [Math.min(low, high), Math.max(low, high)]
      expect(containedTax(a, higher)).toBeGreaterThanOrEqual(containedTax(a, lower))
    }),
  )
})

test('without a rate there is no tax', () => {
  fc.assert(fc.property(totals, (total) => containedTax(total, 0) === 0))
})

test.each([
  [2800, 8250, 213],
  [10_825, 8250, 825],
  [3500, 0, 0],
  [0, 8250, 0],
  // Exactly half a cent goes up.
  [3, 20_000, 1],
  [1, 100_000, 1],
])('of %i cents at a rate of %i, %i are tax', (total, rate, tax) => {
  expect(containedTax(total, rate)).toBe(tax)
})

test('a rate is written as people write it', () => {
  expect([8250, 7000, 9975, 125].map(percentOf)).toEqual(['8.25%', '7%', '9.975%', '0.125%'])
})
