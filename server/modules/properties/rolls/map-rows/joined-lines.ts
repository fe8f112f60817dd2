import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { lineColumn } from '../../../../platform/files/tables/table.ts'
import { formatNumber } from '../../../../platform/util/format.ts'

// A line of the first file can have several rows once it is joined, of which one represents the parcel. The numbers of
// 268 million lines have place beside the date of a sale, by which the row is chosen.
const maxRowsPerLine = 2 ** 17

/** Numbers the rows of joined files, which come in the order of the lines of the first one: each row has its own. */
export function createRowNumbers(): (fileLine: number) => number {
  let [lastLine, rows] = [-1, 0]
  return (fileLine) => {
    rows = fileLine === lastLine ? rows + 1 : 0
    lastLine = fileLine
    if (rows < maxRowsPerLine) return fileLine * maxRowsPerLine + rows
    throw unprocessable(
      `Line ${fileLine} of the first file has over ${formatNumber(maxRowsPerLine)} rows in the joined ones. ` +
        'Choose the columns by which they are joined again.',
    )
  }
}

type FileLines = { toFileLine: (line: number) => number; toFileLineSql: (line: string) => string }

/** The line of the first file that a row comes from, by the header of the rows. */
export const createFileLines = (header: readonly string[]): FileLines =>
  header[0] === lineColumn
    ? {
        toFileLine: (line) => Math.floor(line / maxRowsPerLine),
        toFileLineSql: (line) => `intDiv(${line}, ${maxRowsPerLine})`,
      }
    : { toFileLine: (line) => line, toFileLineSql: (line) => line }
