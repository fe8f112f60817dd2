import {
  type BalanceQuery,
  Bucket,
  type CreditEntry,
  type CreditHold,
  type EntryFilters,
  type EntryQuery,
} from '@dooryard/contract/credit-history'
import { mostHolds } from '@dooryard/contract/limits'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../../platform/context.ts'
import { lastDays } from './balance-days.ts'
import { dailyBalances } from './balance-rules.ts'
import {
  countEntries,
  type EntryFilter,
  listEntries,
  listMarks,
  listOpenHolds,
  statesBefore,
  statesByDay,
} from './credit-history.queries.ts'
import { presentEntry } from './present-entry.ts'

export const filterOf = (userId: string | undefined, query: EntryFilters): EntryFilter => ({
  userId,
  types: query.type,
  bucket: query.bucket,
  orderId: query.orderId,
  from: query.fromDate ? new Date(query.fromDate) : undefined,
  to: query.toDate ? new Date(query.toDate) : undefined,
})

/** A page of the changes of the caller's credits, the newest first. */
export async function listCreditHistory({ db, actor }: Context, query: EntryQuery): Promise<PageOf<CreditEntry>> {
  const filter = filterOf(actor.userId, query)
  const [rows, count] = await Promise.all([listEntries(db, filter, sliceOf(query)), countEntries(db, filter)])
  return toPage(
    rows.map((row) => presentEntry(row)),
    count,
    query,
  )
}

/** What is held of the caller's credits now, order by order, as far as a list may go, and what of it is to go. */
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

/** The caller's balance at the end of each of their last so many days, today's being that of now. */
export async function balanceHistory({ db, clock, actor }: Context, { days: count, timeZone }: BalanceQuery) {
  const days = lastDays(count, clock.now(), timeZone)
  const starts = days.map(({ start }) => start)
  const [before, changes] = await Promise.all([
    statesBefore(db, actor.userId, starts[0] ?? clock.now()),
    statesByDay(db, actor.userId, starts),
  ])
  return dailyBalances(days, before, changes)
}
