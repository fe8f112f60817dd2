import { fitToHeader, type RollSource } from '../mapping/roll.ts'
import { rowMapper } from '../rolls/map-row.ts'
import { newTally } from '../rolls/roll-report.ts'

/** Maps rows, given as cells by their column's name, as an import of `today` would. */
export function mapRows(declared: RollSource, rows: readonly Record<string, string>[], today = '2026-11-20') {
  const source = fitToHeader(declared, Object.keys(rows[0] ?? {}))
  const tally = newTally(source)
  const nothing = new Set(source.format.unknown)
  let atHand: Record<string, string> = {}
  const map = rowMapper(source, today, tally, () => (column) => {
    const cell = atHand[column]?.trim() ?? ''
    return nothing.has(cell) ? '' : cell
  })
  const mapped = rows.map((row) => {
    atHand = row
    return map()
  })
  return { mapped, tally }
}

/** The one row of a source, which must be mapped. */
export function mapRow(source: RollSource, row: Record<string, string>) {
  const [mapped] = mapRows(source, [row]).mapped
  if (mapped === undefined || typeof mapped === 'string') throw new Error(mapped)
  return mapped
}
