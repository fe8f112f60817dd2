import type { Db } from '../../platform/postgres/database.ts'

/**
 * How many orders of all users are neither delivered nor failed, how many of them wait for a contact provider, and when
 * the oldest was placed.
 */
export const allOrdersUnderWay = (db: Db) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('underWay'),
      fn.count<number>('putOff').as('putOff'),
      fn.min<Date | null>('createdAt').as('oldest'),
    ])
    .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
    .executeTakeFirstOrThrow()
