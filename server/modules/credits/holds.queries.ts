import type { Db } from '../../platform/postgres/database.ts'

/** The holds of orders as other modules may join them, one of each order. */
export const selectHolds = (db: Db) =>
  db
    .selectFrom('creditHolds')
    .select(['orderId', 'userId', 'subscription', 'onDemand', 'captured', 'released', 'createdAt', 'settledAt'])
