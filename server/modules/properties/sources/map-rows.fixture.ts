import { createRowMapper } from '../rolls/map-rows/map-row.ts'
import { createTally } from '../rolls/roll-report.ts'
import { fitToHeader, listUnknown, type RollSource } from './mapping/roll.ts'

/** Maps rows, given as cells by column name, as an import on `today` would. */
export function mapRows(declared: RollSource, rows: readonly Record<string, string>[], today = '2026-11-20') {
  const source = fitToHeader(declared, Object.keys(rows[0] ?? {}))
  const tally = createTally(source)
  let atHand: Record<string, string> = {}
  const map = createRowMapper(source, today, tally, () => (column) => {
    const cell = atHand[column]?.trim() ?? ''
    return listUnknown(source.format, column).includes(cell) ? '' : cell
  })
  const mapped = rows.map((row) => {
    atHand = row
    return map()
  })
  return { mapped, tally }
}

/** Maps the one row of a source; throws unless it can be mapped. */
export function mapRow(source: RollSource, row: Record<string, string>) {
  const [mapped] = mapRows(source, [row]).mapped
  if (mapped === undefined || typeof mapped === 'string') throw new Error(mapped)
  return mapped
}
