import { pipeline, Readable } from 'node:stream'
import type { Owner } from '@dooryard/contract/owner'
import { type CsvCell, csvWriter } from './csv.ts'
import type { Log } from './log.ts'

export type CsvColumns<Row> = readonly (readonly [header: string, cell: (row: Row) => CsvCell])[]

export const ownerColumns: CsvColumns<{ userId: string; owner: Owner }> = [
  ['First Name', ({ owner }) => owner.firstName],
  ['Last Name', ({ owner }) => owner.lastName],
  ['Email', ({ owner }) => owner.email],
  ['Company', ({ owner }) => owner.companyName ?? null],
  ['User ID', ({ userId }) => userId],
]

type CsvFile<Row> = {
  /** Without the day and the ending. */
  name: string
  /** The name ends in this day, in UTC. */
  at: Date
  columns: CsvColumns<Row>
  /** A batch at a time; asked for the next only once the last is taken. */
  batches: AsyncIterable<readonly Row[]>
  log: Pick<Log, 'error'>
}

/** RFC 4180 in UTF-8, read as fast as it is taken. */
export function csvFile<Row>({ name, at, columns, batches, log }: CsvFile<Row>) {
  const csv = csvWriter(columns.map(([header]) => header))
  // Whoever stops reading, or a query that fails, ends both. The status was sent by then, so that it failed is only logged.
  pipeline(Readable.from(recordsOf(batches, columns)), csv, (error) => {
    if (error && !hasReaderLeft(error)) log.error({ err: error, name }, 'a CSV export broke off')
  })
  return {
    fileName: `${name}-${at.toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: csv,
  }
}

/** Of a stream that is closed before its end, and of one that is cancelled as a web stream. */
const hasReaderLeft = ({ code }: NodeJS.ErrnoException) => code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'

async function* recordsOf<Row>(batches: AsyncIterable<readonly Row[]>, columns: CsvColumns<Row>) {
  for await (const rows of batches) for (const row of rows) yield columns.map(([, cell]) => cell(row))
}
