import type { OpenTable } from '../table.ts'
import { recordChunks } from '../text/record-chunks.ts'
import { type CsvRecord, createRecordReader, type RecordReader } from '../text/records.ts'
import { toUtf8Lines } from '../text/text-decoding.ts'

type Place = { line: number; cells: string[] }

const noPlace = ['', '', '', '']
const placesShape = { delimiter: ',', width: 1 + noPlace.length, line: 1 }

/** The line, latitude, longitude, area and outline of each row, as they come. None of them needs quotes. */
export async function* readPlaces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Place> {
  for await (const chunk of recordChunks(bytes, placesShape))
    for (const row of Buffer.from(chunk.bytes).toString('latin1').split('\n')) {
      const [line = '', ...cells] = row.split(',')
      if (line !== '') yield { line: Number(line), cells }
    }
}

/**
 * The rows of a table, each with the place of its line at the end. Places come in the order of the lines, and not for
 * all. Lines keep their numbers, and what is broken stays so: the reader of the rows rejects it.
 */
export async function* placeRows(table: OpenTable, places: AsyncGenerator<Place>): AsyncGenerator<Buffer> {
  const reader = createRecordReader(table.delimiter, table.width)
  let next = await places.next()
  const findPlace = async (line: number): Promise<string[]> => {
    while (!next.done && next.value.line < line) next = await places.next()
    return !next.done && next.value.line === line ? next.value.cells : noPlace
  }
  try {
    for await (const chunk of recordChunks(table.bytes, table)) {
      const bytes = toUtf8Lines(Buffer.from(chunk.bytes))
      const rows: Buffer[] = []
      let line = chunk.line
      for (let at = 0; at < bytes.length; ) {
        const record = reader.read(bytes, at)
        const { end, lines } = record
        if (!record.isWhole || record.count < table.width) rows.push(withoutLineEnd(bytes.subarray(at, end)), lineEnd)
        else {
          const place = await findPlace(line)
          rows.push(addCells(bytes.subarray(at, end), record, { reader, table, place }), lineEnd)
        }
        line += lines
        at = end
      }
      yield Buffer.concat(rows)
    }
  } finally {
    await places.return(undefined)
  }
}

const lineEnd = Buffer.from('\n')

function withoutLineEnd(row: Buffer): Buffer {
  const end = row.at(-1) === 10 ? row.length - 1 : row.length
  return row.subarray(0, row[end - 1] === 13 ? end - 1 : end)
}

type Additions = { reader: RecordReader; table: OpenTable; place: readonly string[] }

function addCells(row: Buffer, { count }: CsvRecord, { reader, table, place }: Additions): Buffer {
  const { delimiter, width } = table
  const added = place.map((cell) => delimiter + cell).join('')
  if (count === width) return Buffer.concat([withoutLineEnd(row), Buffer.from(added)])
  // What a row has beyond the header stays beyond it.
  const cells = Array.from({ length: count }, (_, at) => quoteCell(reader.field(at), delimiter))
  const extra = cells.slice(width).map((cell) => delimiter + cell)
  return Buffer.from([cells.slice(0, width).join(delimiter), added, ...extra].join(''))
}

const quoteCell = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
