import type { Db } from '../../platform/postgres/database.ts'

/** How many orders of all users are neither delivered nor failed, and when the oldest of them was placed. */
export const allOrdersUnderWay = (db: Db) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('underWay'), fn.min<Date | null>('createdAt').as('oldest')])
    .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
    .executeTakeFirstOrThrow()
