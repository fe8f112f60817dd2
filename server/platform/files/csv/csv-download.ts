import { pipeline, Readable } from 'node:stream'
import type { Owner } from '@dooryard/contract/identity/owner'
import type { Log } from '../../log.ts'
import { type CsvCell, createCsvWriter } from './csv.ts'

export type CsvColumns<Row> = readonly (readonly [header: string, cell: (row: Row) => CsvCell])[]

export const ownerColumns: CsvColumns<{ userId: string; owner: Owner }> = [
  ['First Name', ({ owner }) => owner.firstName],
  ['Last Name', ({ owner }) => owner.lastName],
  ['Email', ({ owner }) => owner.email],
  ['Company', ({ owner }) => owner.companyName ?? null],
  ['User ID', ({ userId }) => userId],
]

type CsvDownloadInput<Row> = {
  /** Without the day and the extension. */
  name: string
  /** The file name ends in this day, in UTC. */
  at: Date
  columns: CsvColumns<Row>
  /** One batch at a time; the next is requested only once the last is consumed. */
  batches: AsyncIterable<readonly Row[]>
  log: Pick<Log, 'error'>
}

/** Builds an RFC 4180 file in UTF-8, read as fast as it is consumed. */
export function buildCsvDownload<Row>({ name, at, columns, batches, log }: CsvDownloadInput<Row>) {
  const csv = createCsvWriter(columns.map(([header]) => header))
  // A reader that stops, or a query that fails, ends both streams. The status has been sent by then, so the failure is
  // only logged.
  pipeline(Readable.from(toRecords(batches, columns)), csv, (error) => {
    if (error && !isReaderGone(error)) log.error({ err: error, name }, 'a CSV export broke off')
  })
  return {
    fileName: `${name}-${at.toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: csv,
  }
}

/** The codes of a stream closed before its end, and of one cancelled as a web stream. */
const isReaderGone = ({ code }: NodeJS.ErrnoException) => code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'

async function* toRecords<Row>(batches: AsyncIterable<readonly Row[]>, columns: CsvColumns<Row>) {
  for await (const rows of batches) for (const row of rows) yield columns.map(([, cell]) => cell(row))
}
