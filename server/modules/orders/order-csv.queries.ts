import type { Db } from '../../platform/postgres/database.ts'

/**
 * The leads of an order behind one rank and up to another, in its order. Not by `limit`, for which the planner sorts all
 * that is left of a table that was just filled: reading 50,000 leads took 8 s so, and 2 s between ranks.
 */
export const leadsBetween = (db: Db, orderId: string, behind: number, upTo: number) =>
  db
    .selectFrom('orderLeads')
    .select(['lead', 'contacts'])
    .where('orderId', '=', orderId)
    .where('rank', '>', behind)
    .where('rank', '<=', upTo)
    .orderBy('rank')
    .execute()
