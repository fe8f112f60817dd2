import type { EndpointInput, EndpointOutput } from '@dooryard/contract/api/endpoint'
import { maxListedHolds } from '@dooryard/contract/api/limits'
import { toPage, toSlice } from '@dooryard/contract/api/paging'
import type { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import {
  type BalanceQuery,
  Bucket,
  bucketLabels,
  type CreditEntry,
  type CreditHold,
  type EntryFilters,
  EntryType,
  formatEntryType,
} from '@dooryard/contract/billing/credit-history'
import type { Context, Scope } from '../../../platform/context.ts'
import { buildCsvDownload, type CsvColumns } from '../../../platform/files/csv/csv-download.ts'
import { getOwnersByIds } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { isUuid } from '../checkout/checkouts.queries.ts'
import { computeDailyBalances, listLastDays } from './balance-rules.ts'
import {
  countEntries,
  type EntryFilter,
  type EntryRow,
  listBalancesBefore,
  listBalancesByDay,
  listEntries,
  listOpenHolds,
  listPendingAdjustmentsByOrder,
} from './credit-history.queries.ts'

type AdminEntriesEndpoint = typeof adminBilling.creditTransactions

/** Returns what an administrator may see; the contract shows owners less. */
export async function listCreditEntries(
  { db }: Context,
  scope: Scope,
  query: EndpointInput<AdminEntriesEndpoint>['query'],
): Promise<EndpointOutput<AdminEntriesEndpoint>> {
  const filter = scope === 'ALL' ? query : { ...query, ...scope }
  const [rows, count] = await Promise.all([listEntries(db, filter, toSlice(query)), countEntries(db, filter)])
  const formatActor = scope === 'ALL' ? await actorsByEmail(db, rows) : formatEntryActor
  const items = rows.map((row) => ({
    ...presentEntry(row, formatActor(row)),
    userId: row.userId,
    userEmail: row.userEmail ?? closedAccount,
  }))
  return toPage(items, count, query)
}

const closedAccount = 'A closed account'

async function actorsByEmail(db: Db, rows: readonly EntryRow[]) {
  const ids = rows.flatMap((row) => getActorId(row) ?? [])
  const people = await getOwnersByIds(db, ids)
  return (row: EntryRow): string => {
    const id = getActorId(row)
    if (id === undefined) return 'Dooryard'
    const person = people.get(id)
    return person && !person.closedAt ? person.email : closedAccount
  }
}

/** Limited to the maximum length of a list. */
export async function listHolds({ db, actor }: Context): Promise<CreditHold[]> {
  const rows = await listOpenHolds(db, actor.userId, maxListedHolds)
  const orderIds = rows.map(({ orderId }) => orderId)
  const marks = Map.groupBy(await listPendingAdjustmentsByOrder(db, orderIds), ({ orderId }) => orderId)
  return rows.map(({ campaignId, orderName, createdAt, ...hold }) => ({
    ...hold,
    ...(campaignId !== null && { campaignId }),
    orderName: orderName ?? 'Order',
    createdAt: createdAt.toISOString(),
    marks: (marks.get(hold.orderId) ?? []).map(presentPendingAdjustment),
  }))
}

type PendingAdjustmentRow = Awaited<ReturnType<typeof listPendingAdjustmentsByOrder>>[number]

const presentPendingAdjustment = ({
  bucket,
  marked,
  reason,
  createdAt,
}: PendingAdjustmentRow): CreditHold['marks'][number] => ({
  bucket: Bucket.parse(bucket),
  credits: marked,
  ...(reason !== null && { reason }),
  createdAt: createdAt.toISOString(),
})

/** The balance at the end of each day; today's is the current one. */
export async function getBalanceHistory({ db, clock, actor }: Context, { days: count, timeZone }: BalanceQuery) {
  const days = listLastDays(count, clock.now(), timeZone)
  const starts = days.map(({ start }) => start)
  const [before, changes] = await Promise.all([
    listBalancesBefore(db, actor.userId, starts[0] ?? clock.now()),
    listBalancesByDay(db, actor.userId, starts),
  ])
  return computeDailyBalances(days, before, changes)
}

const getActorId = ({ actor }: Pick<EntryRow, 'actor'>) => (isUuid(actor) ? actor : undefined)

/** Owners do not see an administrator's name. */
export function formatEntryActor(row: Pick<EntryRow, 'actor' | 'userId'>): string {
  if (getActorId(row) === undefined) return 'Dooryard'
  return row.actor === row.userId ? 'You' : 'Support'
}

export const presentEntry = (row: EntryRow, actor: string): CreditEntry => ({
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
  ['Kind', (row) => formatEntryType({ type: EntryType.parse(row.type), marked: row.marked })],
  ['Credits', (row) => bucketLabels[Bucket.parse(row.bucket)]],
  ['Change', (row) => row.amount],
  ['Change of Held', (row) => row.held],
  ['Balance After', (row) => row.balanceAfter],
  ['Held After', (row) => row.heldAfter],
  ['Order', (row) => row.orderName],
  ['Order ID', (row) => row.orderId],
  ['Invoice', (row) => row.invoiceNumber],
  ['Reason', (row) => row.reason],
  ['By', formatEntryActor],
  ['Change of Marked', (row) => row.marked],
  // With the columns before, everything that is hashed of an entry; docs/operations.md describes it.
  ['Type', (row) => row.type],
  ['Bucket', (row) => row.bucket],
  ['User ID', (row) => row.userId],
  ['Payment ID', (row) => row.transactionId],
  ['Actor', (row) => row.actor],
  ['Microseconds', (row) => row.microseconds],
  ['Hash', (row) => row.hash.toString('hex')],
]

export const exportCreditHistory = ({ db, clock, log, actor }: Context, query: EntryFilters) =>
  buildCsvDownload({
    name: 'credit-history',
    at: clock.now(),
    columns,
    batches: readBatches(db, { ...query, userId: actor.userId }),
    log,
  })

async function* readBatches(db: Db, filter: EntryFilter): AsyncGenerator<EntryRow[]> {
  // Pages by the last entry's number instead of an offset, so that entries added meanwhile shift nothing.
  for (let beforeSeq: number | undefined; ; ) {
    const rows = await listEntries(db, { ...filter, beforeSeq }, { limit: batch, offset: 0 })
    yield rows
    if (rows.length < batch) return
    beforeSeq = rows.at(-1)?.seq
  }
}
