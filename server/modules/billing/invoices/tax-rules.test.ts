import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeIncludedTax, formatTaxRate } from './tax-rules.ts'

const totals = fc.integer({ min: 0, max: 2_147_483_647 })
const rates = fc.integer({ min: 0, max: 100_000 })

test('the tax is part of the total, and the net amount plus tax is the total', () => {
  fc.assert(
    fc.property(totals, rates, (total, rate) => {
      const tax = computeIncludedTax(total, rate)
      expect(Number.isInteger(tax)).toBe(true)
      expect(tax).toBeGreaterThanOrEqual(0)
      expect(tax).toBeLessThanOrEqual(total)
      const net = total - tax
      // Within half a cent of the total: no whole number of cents is closer.
      expect(Math.abs(net + (net * rate) / 100_000 - total)).toBeLessThanOrEqual(0.5 * (1 + rate / 100_000) + 1e-5)
    }),
    { numRuns: 2000 },
  )
})

test('a higher rate or a higher total never lowers the tax', () => {
  fc.assert(
    fc.property(totals, totals, rates, rates, (a, b, low, high) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      expect(computeIncludedTax(more, low)).toBeGreaterThanOrEqual(computeIncludedTax(less, low))
      const [lower, higher] = [Math.min(low, high), Math.max(low, high)]
      expect(computeIncludedTax(a, higher)).toBeGreaterThanOrEqual(computeIncludedTax(a, lower))
    }),
  )
})

test('a zero rate gives no tax', () => {
  fc.assert(fc.property(totals, (total) => computeIncludedTax(total, 0) === 0))
})

test.each([
  [2800, 8250, 213],
  [10_825, 8250, 825],
  [3500, 0, 0],
  [0, 8250, 0],
  // Exactly half a cent rounds up.
  [3, 20_000, 1],
  [1, 100_000, 1],
])('for %i cents at a rate of %i, the tax is %i', (total, rate, tax) => {
  expect(computeIncludedTax(total, rate)).toBe(tax)
})

test('a rate is formatted as a percentage', () => {
  expect([8250, 7000, 9975, 125].map(formatTaxRate)).toEqual(['8.25%', '7%', '9.975%', '0.125%'])
})
