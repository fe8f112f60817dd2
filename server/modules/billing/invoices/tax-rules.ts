/** One hundred percent, in thousandths of a percent. */
const whole = 100_000n

/**
 * Prices include the tax: total − total / (1 + rate), rounded half up. Cents; the rate is in thousandths of a percent.
 */
export function computeIncludedTax(total: number, rate: number): number {
  const parts = BigInt(rate)
  const of = whole + parts
  // Integers throughout: a floating-point quotient may land on the wrong side of a half.
  return Number((2n * BigInt(total) * parts + of) / (2n * of))
}

/** Formats a rate: 8250 is 8.25%. */
export const formatTaxRate = (rate: number): string => `${rate / 1000}%`
