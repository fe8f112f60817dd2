import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { formatNumber } from '../../../../platform/util/format.ts'
import type { RollSource } from '../../sources/mapping/roll.ts'
import type { RollReport } from '../roll-report.ts'

/** A file in which most rows cannot be mapped is another roll or broken, so the loaded rows are kept. */
export function requireMostRowsMapped(source: RollSource, rows: CountedRows) {
  const refusal = describeTooFewRows(source, rows)
  if (refusal) throw unprocessable(`${refusal.slice(0, -1)}, so nothing was changed.`)
}

type CountedRows = Pick<RollReport, 'rowsRead' | 'rowsRejected'> & {
  /** Rejected rows of parcels that others have in a later year. */
  rowsOfEarlierYears: number
  /** Rows that draw a further piece of a parcel. */
  rowsMerged: number
}

/** Why a file is refused as a whole, in a sentence; null if most of its rows are mapped. */
export function describeTooFewRows(
  { name }: RollSource,
  { rowsRead, rowsRejected, rowsOfEarlierYears, rowsMerged }: CountedRows,
): string | null {
  if (rowsRead === 0) throw unprocessable(`This file of ${name} has a header and no rows.`)
  const rowsMapped = rowsRead - rowsRejected
  if ((rowsMapped + rowsOfEarlierYears) * 2 < rowsRead)
    return `Only ${formatNumber(rowsMapped)} of ${formatNumber(rowsRead)} rows could be read as ${name}.`
  if (rowsMerged * 2 <= rowsRead) return null
  return (
    `${formatNumber(rowsMerged)} of ${formatNumber(rowsRead)} rows of ${name} draw a further piece of a parcel, as if ` +
    'another column had the parcel numbers.'
  )
}
