import type { Db } from '../../platform/postgres/database.ts'

/** The entries of the ledger as other modules may read them. */
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

/** What users can spend, and whether a fall of it waits to be told of, as other modules may read it. */
export const selectBalances = (db: Db) =>
  db.selectFrom('creditAccounts').select(['userId', 'alertPending', 'subscriptionAvailable', 'onDemandAvailable'])
