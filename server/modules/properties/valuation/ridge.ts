/** What a coefficient is before any sale is seen, and how far from it sales may easily take it. */
export type Prior = { mean: number; scale: number }

type Observations = {
  rows: readonly (readonly number[])[]
  values: readonly number[]
  weights: readonly number[]
  /** The variance of one observation of weight 1. */
  variance: number
}

/**
 * Weighted least squares, shrunk to the priors: with few observations, or with observations that do not differ in a
 * column, its coefficient stays near its prior.
 */
export function fitRidge({ rows, values, weights, variance }: Observations, priors: readonly Prior[]): number[] {
  const precisions = priors.map(({ scale }) => 1 / scale ** 2)
  const matrix = priors.map((_, at) => priors.map((_, other) => (at === other ? (precisions[at] ?? 0) : 0)))
  const target = priors.map(({ mean }, at) => mean * (precisions[at] ?? 0))
  rows.forEach((row, at) => {
    const weight = (weights[at] ?? 0) / variance
    if (weight === 0) return
    row.forEach((value, column) => {
      target[column] = (target[column] ?? 0) + weight * value * (values[at] ?? 0)
      const line = matrix[column] ?? []
      row.forEach((other, to) => {
        line[to] = (line[to] ?? 0) + weight * value * other
      })
    })
  })
  return solvePositive(matrix, target)
}

/** Solves a symmetric positive system by elimination; it needs no pivots. */
function solvePositive(matrix: number[][], target: number[]): number[] {
  const size = target.length
  const at = (row: number, column: number) => matrix[row]?.[column] ?? 0
  for (let pivot = 0; pivot < size; pivot += 1)
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = at(row, pivot) / at(pivot, pivot)
      matrix[row] = (matrix[row] ?? []).map((value, column) => value - factor * at(pivot, column))
      target[row] = (target[row] ?? 0) - factor * (target[pivot] ?? 0)
    }
  const solution = new Array<number>(size).fill(0)
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = target[row] ?? 0
    for (let column = row + 1; column < size; column += 1) rest -= at(row, column) * (solution[column] ?? 0)
    solution[row] = rest / at(row, row)
  }
  return solution
}
