import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** From an instant on, up to and without another. */
type Span = { from: Date; until: Date }

const ofUser = (db: Db, userId: string) => db.selectFrom('orders').where('userId', '=', userId)

/** How many orders a user placed on each day of a span, in UTC, that has any: by type, and what has become of them. */
export const userOrdersByDay = (db: Db, userId: string, { from, until }: Span) =>
  ofUser(db, userId)
    .select(['campaignType', 'internalStatus', sql<string>`(created_at at time zone 'UTC')::date`.as('day')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .groupBy(['day', 'campaignType', 'internalStatus'])
    .execute()

/** How many leads the orders of a user delivered that were completed on each day of a span, in UTC, that has any. */
export const userLeadsByDay = (db: Db, userId: string, { from, until }: Span) =>
  ofUser(db, userId)
    .select(['campaignType', sql<string>`(completed_at at time zone 'UTC')::date`.as('day')])
    .select(sql<number>`sum(delivered_quantity)::bigint`.as('leads'))
    .where('internalStatus', '=', 'READY')
    .where('completedAt', '>=', from)
    .where('completedAt', '<', until)
    .groupBy(['day', 'campaignType'])
    .execute()

/** How many orders of a user are neither delivered nor failed, whenever they were placed. */
export async function userOrdersUnderWay(db: Db, userId: string): Promise<number> {
  const { count } = await ofUser(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
    .executeTakeFirstOrThrow()
  return count
}

/**
 * How many phone numbers were checked for the orders to call of a user that were completed in a span, and how many of them
 * may be called: as they were delivered, which a later check of the same numbers does not change.
 */
export const userNumbersChecked = (db: Db, userId: string, { from, until }: Span) =>
  ofUser(db, userId)
    .innerJoin('orderFiles', (join) =>
      join
        .onRef('orderFiles.orderId', '=', 'orders.id')
        .on('orderFiles.version', '=', 1)
        .on('orderFiles.numbers', 'is not', null),
    )
    .select(sql<number>`coalesce(sum(order_files.numbers), 0)::bigint`.as('checked'))
    .select(sql<number>`coalesce(sum(order_files.callable_numbers), 0)::bigint`.as('callable'))
    .where('orders.campaignType', '=', 'CALL_READY')
    .where('orders.internalStatus', '=', 'READY')
    .where('orders.completedAt', '>=', from)
    .where('orders.completedAt', '<', until)
    .executeTakeFirstOrThrow()
