import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

export type EntryFilter = {
  /** Everybody's unless said. */
  userId?: string | undefined
  types?: readonly string[] | undefined
  bucket?: string | undefined
  orderId?: string | undefined
  /** From this instant. */
  from?: Date | undefined
  /** Up to and without this instant. */
  to?: Date | undefined
  /** Only those before this one in the ledger of the user. */
  beforeSeq?: number | undefined
}

type Slice = { limit: number; offset: number }

const matching = (db: Db, filter: EntryFilter) =>
  db
    .selectFrom('creditEntries')
    .where(({ and, eb }) =>
      and([
        ...(filter.userId ? [eb('userId', '=', filter.userId)] : []),
        ...(filter.types ? [eb('type', 'in', [...filter.types])] : []),
        ...(filter.bucket ? [eb('bucket', '=', filter.bucket)] : []),
        ...(filter.orderId ? [eb('orderId', '=', filter.orderId)] : []),
        ...(filter.from ? [eb('createdAt', '>=', filter.from)] : []),
        ...(filter.to ? [eb('createdAt', '<', filter.to)] : []),
        ...(filter.beforeSeq === undefined ? [] : [eb('seq', '<', filter.beforeSeq)]),
      ]),
    )

const entryColumns = [
  'id',
  'seq',
  'userId',
  'type',
  'bucket',
  'amount',
  'held',
  'marked',
  'balanceAfter',
  'heldAfter',
  'orderId',
  'transactionId',
  'reason',
  'actor',
  'createdAt',
  'hash',
] as const

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

/**
 * Entries with what they were for, the newest first. A user's are ordered by their number in that ledger, whose index
 * has nothing of others in it: by id they would be looked for among everybody's.
 */
export const listEntries = (db: Db, filter: EntryFilter, { limit, offset }: Slice) =>
  db
    // Cut to the page before anything is joined, so that a page costs the same however long the ledger is.
    .selectFrom(
      matching(db, filter)
        .select(entryColumns)
        .select(sql<number>`(extract(epoch from created_at) * 1000000)::bigint`.as('microseconds'))
        .orderBy(filter.userId ? 'seq' : 'id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('entries'),
    )
    // Whoever has closed their account has no address any more.
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'entries.userId').on('users.closedAt', 'is', null))
    .leftJoin('orders', 'orders.id', 'entries.orderId')
    .leftJoin('paymentTransactions', 'paymentTransactions.id', 'entries.transactionId')
    .select([
      'entries.id',
      'entries.seq',
      'entries.userId',
      'users.email as userEmail',
      'entries.type',
      'entries.bucket',
      'entries.amount',
      'entries.held',
      'entries.marked',
      'entries.balanceAfter',
      'entries.heldAfter',
      'entries.orderId',
      'orders.campaignId',
      'orders.orderName',
      'entries.transactionId',
      'paymentTransactions.invoiceNumber',
      'entries.reason',
      'entries.actor',
      'entries.createdAt',
      'entries.microseconds',
      'entries.hash',
    ])
    .orderBy('entries.id', 'desc')
    .execute()

export async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The email addresses that these users have now. */
export const listEmails = (db: Db, userIds: string[]) =>
  db.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).where('closedAt', 'is', null).execute()

/** What is held now, order by order, the oldest first. */
export const listOpenHolds = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('creditHolds')
    // The order may be missing, but what it holds is never left out.
    .leftJoin('orders', 'orders.id', 'creditHolds.orderId')
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

type MarkRow = { orderId: string; bucket: string; marked: number; reason: string | null; createdAt: Date }

/**
 * What of the open holds of these orders goes when it comes back, and why, the oldest first; without the marks of a
 * payment that was not paid back after all.
 */
export async function listMarks(db: Db, orderIds: string[]): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select order_id, bucket, marked, reason, created_at from credit_entries mark
    where order_id = any(${orderIds}::uuid[]) and type = 'MARK' and marked > 0 and not exists (
      select from credit_entries unmarked where unmarked.order_id = mark.order_id and unmarked.bucket = mark.bucket
        and unmarked.transaction_id = mark.transaction_id and unmarked.marked < 0 and unmarked.id > mark.id
    ) order by id`.execute(db)
  return rows
}

/** What a bucket had after an entry. */
export type BucketState = { bucket: string; available: number; held: number }

/** What each bucket had before an instant: nothing, where there is no entry. */
export async function statesBefore(db: Db, userId: string, at: Date): Promise<BucketState[]> {
  const { rows } = await sql<BucketState>`
    select b.bucket, e.balance_after as available, e.held_after as held
    from (values ('SUBSCRIPTION'), ('ON_DEMAND')) b (bucket)
    cross join lateral (
      select balance_after, held_after from credit_entries
      where user_id = ${userId} and bucket = b.bucket and created_at < ${at}
      order by created_at desc, seq desc limit 1
    ) e`.execute(db)
  return rows
}

/**
 * The last state of each bucket on each day that has entries. Days are counted from 0 by their first instants; what is
 * ahead of the clock of whoever asks is of the last one, which is what is now.
 */
export async function statesByDay(db: Db, userId: string, starts: Date[]): Promise<(BucketState & { day: number })[]> {
  // Arrays compare by their first item, so the greatest is the last entry, and one pass finds it with what it says.
  const { rows } = await sql<BucketState & { day: number }>`
    select day, bucket, last[2] as available, last[3] as held
    from (
      select width_bucket(created_at, ${starts}::timestamptz[]) - 1 as day, bucket,
        max(array[seq, balance_after, held_after]) as last
      from credit_entries
      where user_id = ${userId} and created_at >= ${starts[0]}
      group by 1, 2
    ) days`.execute(db)
  return rows
}
