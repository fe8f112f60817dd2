import { maxListedRejects, maxSuppressionEntries } from '@dooryard/contract/data/suppression-lists'
import { type InputFile, unprocessable } from '../../../platform/files/content/input-file.ts'
import { formatNumber } from '../../../platform/util/format.ts'
import {
  type AddressEntry,
  detectLayout,
  type FileRow,
  type ReadRow,
  readAddressRows,
  readRow,
} from '../../properties/index.ts'

export type SuppressionFileContent = {
  /** Each once. */
  entries: AddressEntry[]
  rowsRead: number
  rowsRejected: number
  /** The first rejected rows, which do not repeat what is in them. */
  rejected: { line: number; reason: string }[]
}

/** A small file can unpack to far more rows than a list has entries. */
const maxRows = 10 * maxSuppressionEntries

/** UNPROCESSABLE for a file without a header of known columns, without a readable row, or with too many. */
export async function readSuppressionFile(file: InputFile, signal: AbortSignal): Promise<SuppressionFileContent> {
  const rows = createRowCollector()
  const open = (header: string[]) => {
    const layout = detectLayout(header)
    return (line: number, row: FileRow) => rows.add(line, 'reason' in row ? row : readRow(layout, row.cell))
  }
  await readAddressRows(file, open, signal)
  return rows.finish()
}

function createRowCollector() {
  const entries = new Map<string, AddressEntry>()
  const counts = { rowsRead: 0, rowsRejected: 0 }
  const rejected: SuppressionFileContent['rejected'] = []
  return {
    add: (line: number, row: ReadRow) => {
      counts.rowsRead += 1
      if (counts.rowsRead > maxRows) throw unprocessable(`The file has more than ${formatNumber(maxRows)} rows.`)
      if ('reason' in row) {
        counts.rowsRejected += 1
        if (rejected.length < maxListedRejects) rejected.push({ line, reason: row.reason })
        return
      }
      for (const entry of row.entries) entries.set(`${entry.kind}:${entry.zip}:${entry.value}`, entry)
      if (entries.size > maxSuppressionEntries) throw tooManyEntries('this file has')
    },
    finish: (): SuppressionFileContent => {
      const [first] = rejected
      if (counts.rowsRead === 0) throw unprocessable('The file has no rows under its header.')
      if (entries.size === 0)
        throw unprocessable(
          `None of its ${formatNumber(counts.rowsRead)} rows can be taken. Line ${first?.line}: ${first?.reason}`,
        )
      return { entries: [...entries.values()], ...counts, rejected }
    },
  }
}

/** `who` is the file, or the list with it. */
export const tooManyEntries = (who: string) =>
  unprocessable(
    `A suppression list has at most ${formatNumber(maxSuppressionEntries)} addresses and property ids, and ${who} more. ` +
      'Split the file into several lists.',
  )
