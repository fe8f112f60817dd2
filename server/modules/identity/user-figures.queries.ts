import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** How many of the open accounts were made on each day of a span, in UTC, that has any. */
export const newUsersByDay = (db: Db, { from, until }: { from: Date; until: Date }) =>
  db
    .selectFrom('users')
    .select(sql<string>`(created_at at time zone 'UTC')::date`.as('day'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closedAt', 'is', null)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .groupBy('day')
    .execute()

/** How many open accounts there are of each role that has any. */
export const countByRole = (db: Db) =>
  db
    .selectFrom('users')
    .select('role')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closedAt', 'is', null)
    .groupBy('role')
    .execute()
