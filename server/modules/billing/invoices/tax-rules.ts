/** A hundred percent, in thousandths of a percent. */
const whole = 100_000n

/**
 * Prices contain the tax: total − total / (1 + rate), rounded half up. Cents; the rate is in thousandths of a percent.
 */
export function containedTax(total: number, rate: number): number {
  const parts = BigInt(rate)
  const of = whole + parts
  // Whole numbers throughout: a floating-point quotient may come out on the wrong side of a half.
  return Number((2n * BigInt(total) * parts + of) / (2n * of))
}

/** A rate as people write it: 8250 is 8.25%. */
export const percentOf = (rate: number): string => `${rate / 1000}%`
