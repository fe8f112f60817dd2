import type { Db } from '../../../platform/postgres/database.ts'

/** Ledger entries, for queries of other modules. */
export const selectEntries = (db: Db) =>
  db
    .selectFrom('creditEntries')
    .select([
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
    ])

/** Spendable credits and pending alerts of users, for queries of other modules. */
export const selectBalances = (db: Db) =>
  db.selectFrom('creditAccounts').select(['userId', 'alertPending', 'subscriptionAvailable', 'onDemandAvailable'])
