import type { adminBilling } from '@dooryard/contract/admin-billing'
import {
  type BalanceQuery,
  Bucket,
  bucketLabels,
  type CreditEntry,
  type CreditHold,
  type EntryFilters,
  EntryType,
  entryKind,
} from '@dooryard/contract/credit-history'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { mostHolds } from '@dooryard/contract/limits'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context, Scope } from '../../../platform/context.ts'
import { type CsvColumns, csvFile } from '../../../platform/csv-file.ts'
import { ownersOf } from '../../../platform/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { isOurId } from '../checkouts.queries.ts'
import { dailyBalances, lastDays } from './balance-rules.ts'
import {
  countEntries,
  type EntryFilter,
  type EntryRow,
  listEntries,
  listMarks,
  listOpenHolds,
  statesBefore,
  statesByDay,
} from './credit-history.queries.ts'

type AdminEntries = typeof adminBilling.creditTransactions

/** As an administrator may see them: the contract shows owners less. */
export async function listCreditEntries(
  { db }: Context,
  scope: Scope,
  query: Input<AdminEntries>['query'],
): Promise<Output<AdminEntries>> {
  const filter = scope === 'ALL' ? query : { ...query, ...scope }
  const [rows, count] = await Promise.all([listEntries(db, filter, sliceOf(query)), countEntries(db, filter)])
  const formatActor = scope === 'ALL' ? await actorsByEmail(db, rows) : actorInWords
  const items = rows.map((row) => ({
    ...presentEntry(row, formatActor(row)),
    userId: row.userId,
    userEmail: row.userEmail ?? closedAccount,
  }))
  return toPage(items, count, query)
}

const closedAccount = 'A closed account'

async function actorsByEmail(db: Db, rows: readonly EntryRow[]) {
  const ids = rows.flatMap((row) => actorId(row) ?? [])
  const people = await ownersOf(db, ids)
  return (row: EntryRow): string => {
    const id = actorId(row)
    if (id === undefined) return 'Dooryard'
    const person = people.get(id)
    return person && !person.closedAt ? person.email : closedAccount
  }
}

/** As far as a list may go. */
export async function listHolds({ db, actor }: Context): Promise<CreditHold[]> {
  const rows = await listOpenHolds(db, actor.userId, mostHolds)
  const orderIds = rows.map(({ orderId }) => orderId)
  const marks = Map.groupBy(await listMarks(db, orderIds), ({ orderId }) => orderId)
  return rows.map(({ campaignId, orderName, createdAt, ...hold }) => ({
    ...hold,
    ...(campaignId !== null && { campaignId }),
    orderName: orderName ?? 'Order',
    createdAt: createdAt.toISOString(),
    marks: (marks.get(hold.orderId) ?? []).map(presentMark),
  }))
}

type MarkRow = Awaited<ReturnType<typeof listMarks>>[number]

const presentMark = ({ bucket, marked, reason, createdAt }: MarkRow): CreditHold['marks'][number] => ({
  bucket: Bucket.parse(bucket),
  credits: marked,
  ...(reason !== null && { reason }),
  createdAt: createdAt.toISOString(),
})

/** At the end of each day, today's being that of now. */
export async function balanceHistory({ db, clock, actor }: Context, { days: count, timeZone }: BalanceQuery) {
  const days = lastDays(count, clock.now(), timeZone)
  const starts = days.map(({ start }) => start)
  const [before, changes] = await Promise.all([
    statesBefore(db, actor.userId, starts[0] ?? clock.now()),
    statesByDay(db, actor.userId, starts),
  ])
  return dailyBalances(days, before, changes)
}

const actorId = ({ actor }: Pick<EntryRow, 'actor'>) => (isOurId(actor) ? actor : undefined)

/** An administrator is not named to the owner. */
function actorInWords(row: Pick<EntryRow, 'actor' | 'userId'>): string {
  if (actorId(row) === undefined) return 'Dooryard'
  return row.actor === row.userId ? 'You' : 'Support'
}

const presentEntry = (row: EntryRow, actor: string): CreditEntry => ({
  id: String(row.id),
  type: EntryType.parse(row.type),
  bucket: Bucket.parse(row.bucket),
  amount: row.amount,
  held: row.held,
  marked: row.marked,
  balanceAfter: row.balanceAfter,
  heldAfter: row.heldAfter,
  ...(row.orderId !== null && { orderId: row.orderId }),
  ...(row.campaignId !== null && { campaignId: row.campaignId }),
  ...(row.orderName !== null && { orderName: row.orderName }),
  ...(row.transactionId !== null && { transactionId: row.transactionId }),
  ...(row.invoiceNumber !== null && { invoiceNumber: row.invoiceNumber }),
  ...(row.reason !== null && { reason: row.reason }),
  actor,
  createdAt: row.createdAt.toISOString(),
  hash: row.hash.toString('hex'),
})

const batch = 2_000

const columns: CsvColumns<EntryRow> = [
  ['Date', (row) => row.createdAt.toISOString()],
  ['Entry', (row) => row.id],
  ['Number', (row) => row.seq],
  ['Kind', (row) => entryKind({ type: EntryType.parse(row.type), marked: row.marked })],
  ['Credits', (row) => bucketLabels[Bucket.parse(row.bucket)]],
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

export const exportCreditHistory = ({ db, clock, log, actor }: Context, query: EntryFilters) =>
  csvFile({
    name: 'credit-history',
    at: clock.now(),
    columns,
    batches: batchesOf(db, { ...query, userId: actor.userId }),
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
