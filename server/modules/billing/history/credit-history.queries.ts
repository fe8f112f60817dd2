import type { Slice } from '@dooryard/contract/api/paging'
import type { EntryFilters } from '@dooryard/contract/billing/credit-history'
import { sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getActivityCount, selectEntries, selectHolds } from '../../credits/index.ts'
import { selectOrderNames } from '../../orders/index.ts'

export type EntryFilter = EntryFilters & {
  userId?: string | undefined
  beforeSeq?: number | undefined
}

const filterEntries = (db: Db, filter: EntryFilter) =>
  selectEntries(db).where(({ and, eb }) =>
    and([
      ...(filter.userId ? [eb('userId', '=', filter.userId)] : []),
      ...(filter.type ? [eb('type', 'in', filter.type)] : []),
      ...(filter.bucket ? [eb('bucket', '=', filter.bucket)] : []),
      ...(filter.orderId ? [eb('orderId', '=', filter.orderId)] : []),
      ...(filter.fromDate ? [eb('createdAt', '>=', new Date(filter.fromDate))] : []),
      ...(filter.toDate ? [eb('createdAt', '<', new Date(filter.toDate))] : []),
      ...(filter.beforeSeq === undefined ? [] : [eb('seq', '<', filter.beforeSeq)]),
    ]),
  )

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

export type UserEntryFilter = EntryFilter & { userId: string }

/**
 * The entries of a user's order count as one activity; others count alone. Returns the newest matching entry of each,
 * newest first. Walks back from the newest entry and looks up whether its order has a newer one, so that a page costs
 * the same however long the ledger is; grouping by order would read all of it.
 */
export const listActivities = (db: Db, filter: UserEntryFilter, { limit, offset }: Slice) =>
  db
    .selectFrom(filterEntries(db, filter).as('entries'))
    .select(['entries.id', 'entries.orderId'])
    .where(({ not, or, eb, exists }) =>
      or([
        eb('entries.orderId', 'is', null),
        not(
          exists(
            filterEntries(db, filter)
              .clearSelect()
              .where('creditEntries.orderId', '=', sql.ref<string>('entries.orderId'))
              .where('creditEntries.seq', '>', sql.ref<number>('entries.seq')),
          ),
        ),
      ]),
    )
    .orderBy('entries.seq', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** The number of all is kept with the balance; a filter reads the user's entries, as `countEntries` does. */
export async function countActivities(db: Db, filter: UserEntryFilter): Promise<number> {
  const { type, bucket, orderId, fromDate, toDate, beforeSeq } = filter
  const isFiltered = [type, bucket, orderId, fromDate, toDate, beforeSeq].some((value) => value !== undefined)
  if (!isFiltered) return getActivityCount(db, filter.userId)
  const { orders, others } = await filterEntries(db, filter)
    .clearSelect()
    .select(({ fn }) => [
      fn.count<number>('orderId').distinct().as('orders'),
      fn.countAll<number>().filterWhere('orderId', 'is', null).as('others'),
    ])
    .executeTakeFirstOrThrow()
  return orders + others
}

/** All entries of these activities of a user, newest first. */
export const listActivityEntries = (
  db: Db,
  userId: string,
  activities: readonly { id: number; orderId: string | null }[],
) => {
  const ids = activities.map(({ id }) => id)
  const orderIds = activities.flatMap(({ orderId }) => orderId ?? [])
  return selectEntryFacts(
    db,
    selectEntries(db)
      .where('userId', '=', userId)
      .where(sql<boolean>`(id = any(${ids}::bigint[]) or order_id = any(${orderIds}::uuid[]))`),
  )
}

/**
 * Orders a user's entries by their number in that user's ledger, whose index holds no other user's entries; ordering
 * by id would scan all entries.
 */
export const listEntries = (db: Db, filter: EntryFilter, { limit, offset }: Slice) =>
  selectEntryFacts(
    db,
    // Limit to the page before any join, so that a page costs the same however long the ledger is.
    filterEntries(db, filter)
      .orderBy(filter.userId ? 'seq' : 'id', 'desc')
      .limit(limit)
      .offset(offset),
  )

/** Entries with what they are for, newest first. */
const selectEntryFacts = (db: Db, entries: ReturnType<typeof selectEntries>) =>
  db
    .selectFrom(
      entries.select(sql<number>`(extract(epoch from created_at) * 1000000)::bigint`.as('microseconds')).as('entries'),
    )
    // A closed account has no email address.
    .leftJoin(selectAccounts(db).as('users'), (join) =>
      join.onRef('users.id', '=', 'entries.userId').on('users.closedAt', 'is', null),
    )
    .leftJoin(selectOrderNames(db).as('orders'), 'orders.id', 'entries.orderId')
    .leftJoin('paymentTransactions', 'paymentTransactions.id', 'entries.transactionId')
    .selectAll('entries')
    .select(['users.email as userEmail', 'orders.campaignId', 'orders.orderName', 'paymentTransactions.invoiceNumber'])
    .orderBy('entries.id', 'desc')
    .execute()

export async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const { count } = await filterEntries(db, filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const listOpenHolds = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom(selectHolds(db).as('creditHolds'))
    // The order may be missing, but its hold is always listed.
    .leftJoin(selectOrderNames(db).as('orders'), 'orders.id', 'creditHolds.orderId')
    .select([
      'creditHolds.orderId',
      'orders.campaignId',
      'orders.orderName',
      'creditHolds.subscription',
      'creditHolds.onDemand',
      'creditHolds.createdAt',
    ])
    .where('creditHolds.userId', '=', userId)
    .where('creditHolds.settledAt', 'is', null)
    .where(({ or, eb }) => or([eb('creditHolds.subscription', '>', 0), eb('creditHolds.onDemand', '>', 0)]))
    .orderBy('creditHolds.createdAt')
    .orderBy('creditHolds.orderId')
    .limit(limit)
    .execute()

type PendingAdjustmentRow = { orderId: string; bucket: string; marked: number; reason: string | null; createdAt: Date }

/** Excludes pending adjustments of a refund that was not made in the end. */
export async function listPendingAdjustmentsByOrder(db: Db, orderIds: string[]): Promise<PendingAdjustmentRow[]> {
  const { rows } = await sql<PendingAdjustmentRow>`
    select order_id, bucket, marked, reason, created_at from ${selectEntries(db)} mark
    where order_id = any(${orderIds}::uuid[]) and type = 'MARK' and marked > 0 and not exists (
      select from ${selectEntries(db)} unmarked where unmarked.order_id = mark.order_id and unmarked.bucket = mark.bucket
        and unmarked.transaction_id = mark.transaction_id and unmarked.marked < 0 and unmarked.id > mark.id
    ) order by id`.execute(db)
  return rows
}

export type BucketState = { bucket: string; available: number; held: number }

export async function listBalancesBefore(db: Db, userId: string, at: Date): Promise<BucketState[]> {
  const { rows } = await sql<BucketState>`
    select b.bucket, e.balance_after as available, e.held_after as held
    from (values ('SUBSCRIPTION'), ('ON_DEMAND')) b (bucket)
    cross join lateral (
      select balance_after, held_after from ${selectEntries(db)} entries
      where user_id = ${userId} and bucket = b.bucket and created_at < ${at}
      order by created_at desc, seq desc limit 1
    ) e`.execute(db)
  return rows
}

/** Days are counted from 0 by their start; entries ahead of the caller's clock belong to the last day. */
export async function listBalancesByDay(
  db: Db,
  userId: string,
  starts: Date[],
): Promise<(BucketState & { day: number })[]> {
  // Arrays compare by their first item, so the greatest is the last entry, and one pass finds it with its balances.
  const { rows } = await sql<BucketState & { day: number }>`
    select day, bucket, last[2] as available, last[3] as held
    from (
      select width_bucket(created_at, ${starts}::timestamptz[]) - 1 as day, bucket,
        max(array[seq, balance_after, held_after]) as last
      from ${selectEntries(db)} entries
      where user_id = ${userId} and created_at >= ${starts[0]}
      group by 1, 2
    ) days`.execute(db)
  return rows
}
