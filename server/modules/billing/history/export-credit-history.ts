import { type EntryFilters, EntryType, entryKind } from '@dooryard/contract/credit-history'
import type { Context } from '../../../platform/context.ts'
import { type CsvColumns, csvFile } from '../../../platform/csv-file.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { type EntryFilter, type EntryRow, listEntries } from './credit-history.queries.ts'
import { filterOf } from './list-credit-history.ts'
import { actorInWords } from './present-entry.ts'

const batch = 2_000

const buckets: Record<string, string> = { SUBSCRIPTION: 'Subscription', ON_DEMAND: 'On-demand' }

const columns: CsvColumns<EntryRow> = [
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

/** The caller's credit history as CSV, the newest first. */
export const exportCreditHistory = ({ db, clock, log, actor }: Context, query: EntryFilters) =>
  csvFile({
    name: 'credit-history',
    at: clock.now(),
    columns,
    batches: batchesOf(db, filterOf(actor.userId, query)),
    log,
  })

async function* batchesOf(db: Db, filter: EntryFilter): AsyncGenerator<EntryRow[]> {
  // By the last one's number instead of an offset, so that entries which come meanwhile move nothing.
  for (let beforeSeq: number | undefined; ; ) {
    const rows = await listEntries(db, { ...filter, beforeSeq }, { limit: batch, offset: 0 })
    yield rows
    if (rows.length < batch) return
    beforeSeq = rows.at(-1)?.seq
  }
}
