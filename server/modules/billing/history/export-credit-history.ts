import { pipeline, Readable } from 'node:stream'
import { type EntryFilters, EntryType, entryKind } from '@dooryard/contract/credit-history'
import { stringify } from 'csv-stringify'
import type { Context } from '../../../platform/context.ts'
import { csvOptions } from '../../../platform/csv.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { type EntryFilter, type EntryRow, listEntries } from './credit-history.queries.ts'
import { filterOf } from './list-credit-history.ts'
import { actorInWords } from './present-entry.ts'

const batch = 2_000

type Cell = string | number | null

const buckets: Record<string, string> = { SUBSCRIPTION: 'Subscription', ON_DEMAND: 'On-demand' }

/** The columns: what a person reads at the top, and where the cell comes from. */
const columns: [header: string, cell: (row: EntryRow) => Cell][] = [
  ['Date', (row) => row.createdAt.toISOString()],
  ['Entry', (row) => row.id],
  ['Number', (row) => row.seq],
  ['Kind', (row) => entryKind({ type: EntryType.parse(row.type), marked: row.marked })],
  ['Credits', (row) => buckets[row.bucket] ?? row.bucket],
  ['Change', (row) => row.amount],
  ['Change of Held', (row) => row.held],
  ['Balance After', (row) => row.balanceAfter],
  ['Held After', (row) => row.heldAfter],
  ['Order', (row) => row.orderName],
  ['Order ID', (row) => row.orderId],
  ['Invoice', (row) => row.invoiceNumber],
  ['Reason', (row) => row.reason],
  ['By', actorInWords],
  ['Change of Marked', (row) => row.marked],
  // With what stands before, all that is hashed of an entry: docs/operations.md says how.
  ['Type', (row) => row.type],
  ['Bucket', (row) => row.bucket],
  ['User ID', (row) => row.userId],
  ['Payment ID', (row) => row.transactionId],
  ['Actor', (row) => row.actor],
  ['Microseconds', (row) => row.microseconds],
  ['Hash', (row) => row.hash.toString('hex')],
]

/**
 * The caller's credit history as RFC 4180 CSV in UTF-8, the newest first, read as fast as it is taken. Text that a
 * spreadsheet would run as a formula is neutralised; numbers are not, since a minus before them is theirs.
 */
export function exportCreditHistory({ db, clock, actor }: Context, query: EntryFilters) {
  const records = Readable.from(recordsOf(db, filterOf(actor.userId, query)))
  const csv = stringify({ ...csvOptions, columns: columns.map(([header]) => header) })
  // Whoever stops reading, or a query that fails, ends both.
  pipeline(records, csv, () => undefined)
  return {
    fileName: `credit-history-${clock.now().toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: csv,
  }
}

async function* recordsOf(db: Db, filter: EntryFilter): AsyncGenerator<Cell[]> {
  // By the last one's number instead of an offset, so that entries which come meanwhile move nothing.
  for (let beforeSeq: number | undefined; ; ) {
    const rows = await listEntries(db, { ...filter, beforeSeq }, { limit: batch, offset: 0 })
    for (const row of rows) yield columns.map(([, cell]) => cell(row))
    if (rows.length < batch) return
    beforeSeq = rows.at(-1)?.seq
  }
}
