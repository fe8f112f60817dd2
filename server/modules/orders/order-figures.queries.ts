import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** From an instant on, up to and without another. */
type Span = { from: Date; until: Date }

/** How many orders were placed on each day of a span, in UTC, that has any. */
export const placedByDay = (db: Db, { from, until }: Span) =>
  db
    .selectFrom('orders')
    .select(sql<string>`(created_at at time zone 'UTC')::date`.as('day'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .groupBy('day')
    .execute()

const failed = (db: Db, { from, until }: Span) =>
  db
    .selectFrom('orders')
    .where('orders.internalStatus', '=', 'FAILED')
    .where('orders.completedAt', '>=', from)
    .where('orders.completedAt', '<', until)

/** How many orders failed on each day of a span, in UTC, that has any; what its user cancelled did not fail. */
export const failedByDay = (db: Db, span: Span) =>
  failed(db, span)
    .select(sql<string>`(completed_at at time zone 'UTC')::date`.as('day'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('day')
    .execute()

/** What has become of the orders that were placed in a span. */
export const countByStatus = (db: Db, { from, until }: Span) =>
  db
    .selectFrom('orders')
    .select('internalStatus')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .groupBy('internalStatus')
    .execute()

/** The orders that failed last in a span, with whose they are. */
export const newestFailures = (db: Db, span: Span, limit: number) =>
  failed(db, span)
    .innerJoin('users', 'users.id', 'orders.userId')
    .select([
      'orders.id',
      'orders.orderName',
      'orders.failureReason',
      'orders.completedAt',
      'users.firstName',
      'users.lastName',
      'users.email',
      'users.closedAt',
    ])
    .orderBy('orders.completedAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
