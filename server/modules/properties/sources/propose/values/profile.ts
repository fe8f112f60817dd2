import { isFilled, isGeometry, isIdentity, toNumber } from './cells.ts'

/** What the cells of a column say, from a sample. Shares are of its filled cells, from 0 to 1. */
export type ColumnProfile = {
  column: string
  at: number
  rows: number
  /** Filled cells, at most `most` of them, spread over the sample. */
  cells: readonly string[]
  filled: number
  distinct: number
  numeric: number
  /** Of the numbers that are not 0; null without any. */
  median: number | null
  largest: number
  isGeometry: boolean
  /** Each number is the one before and one more, as row numbers are. */
  isSequence: boolean
}

const most = 2_000

export function profileColumns(header: readonly string[], rows: readonly (readonly string[])[]): ColumnProfile[] {
  return header.map((column, at) => profileColumn(column, at, rows))
}

function profileColumn(column: string, at: number, rows: readonly (readonly string[])[]): ColumnProfile {
  const known = rows.map((row) => row[at] ?? '').filter(isFilled)
  // A column of zeros alone is one that nobody fills.
  const filled = known.every((cell) => /^0+(?:\.0+)?$/.test(cell)) ? [] : known
  const step = Math.max(1, Math.floor(filled.length / most))
  const cells = filled.filter((_, place) => place % step === 0)
  const numbers = cells.map(toNumber)
  const values = numbers.filter((number) => number !== null)
  const sorted = values.filter((number) => number !== 0).sort((a, b) => a - b)
  return {
    column,
    at,
    rows: rows.length,
    cells,
    filled: rows.length === 0 ? 0 : filled.length / rows.length,
    distinct: filled.length === 0 ? 0 : new Set(filled).size / filled.length,
    numeric: cells.length === 0 ? 0 : values.length / cells.length,
    median: sorted[Math.floor(sorted.length / 2)] ?? null,
    largest: values.reduce((a, b) => Math.max(a, Math.abs(b)), 0),
    isGeometry: cells.length > 0 && measureShare(cells, (cell) => isGeometry(cell) || isIdentity(cell)) > 0.5,
    isSequence: isSequence(filled.slice(0, most)),
  }
}

export const measureShare = (cells: readonly string[], test: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length

/** Counts of the distinct cells of a column, the most frequent first. */
export function countCells(cells: readonly string[]): [cell: string, rows: number][] {
  const counts = new Map<string, number>()
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

function isSequence(cells: readonly string[]): boolean {
  if (cells.length < 5 || cells.some((cell) => !/^\d+$/.test(cell))) return false
  const steps = cells.slice(1).filter((cell, at) => Number(cell) - Number(cells[at]) === 1)
  return steps.length > cells.length * 0.8
}
