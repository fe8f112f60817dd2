/** The value up to which a share of the weight lies; NaN of nothing. */
export function weightedQuantile(values: readonly number[], weights: readonly number[], share: number): number {
  const pairs = values.map((value, at) => ({ value, weight: weights[at] ?? 0 })).sort((a, b) => a.value - b.value)
  const target = sum(weights) * share
  let passed = 0
  for (const { value, weight } of pairs) {
    passed += weight
    if (passed >= target) return value
  }
  return pairs.at(-1)?.value ?? Number.NaN
}

export const weightedMedian = (values: readonly number[], weights: readonly number[]): number =>
  weightedQuantile(values, weights, 0.5)

/** How far values lie from 0, as a standard deviation that outliers hardly change: 1.4826 times the median distance. */
export const robustSpread = (residuals: readonly number[], weights: readonly number[]): number =>
  1.4826 *
  weightedMedian(
    residuals.map((residual) => Math.abs(residual)),
    weights,
  )

/** Tukey's biweight: 1 for the middle, falling to 0 from `cutoff` spreads on. */
export function tukeyWeight(residual: number, spread: number, cutoff = 3): number {
  const share = residual / (cutoff * spread)
  return Math.abs(share) < 1 ? (1 - share * share) ** 2 : 0
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((total, value, at) => total + value * (other[at] ?? 0), 0)
