import type { Db } from '../../../platform/postgres/database.ts'

/** Holds of orders, one per order, for queries of other modules. */
export const selectHolds = (db: Db) =>
  db
    .selectFrom('creditHolds')
    .select(['orderId', 'userId', 'subscription', 'onDemand', 'captured', 'released', 'createdAt', 'settledAt'])
