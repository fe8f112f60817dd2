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

/**
 * Available and held credits right after the last grant or purchase, of which the user has used some since; 0 before
 * the first.
 */
export async function getCreditsAtLastGrant(db: Db, userId: string): Promise<number> {
  const query = db.selectFrom('creditAccounts').select('creditsAtLastGrant').where('userId', '=', userId)
  return (await query.executeTakeFirst())?.creditsAtLastGrant ?? 0
}

/** How many orders and other entries the ledger of a user has. */
export async function getActivityCount(db: Db, userId: string): Promise<number> {
  const query = db.selectFrom('creditAccounts').select('activityCount').where('userId', '=', userId)
  return (await query.executeTakeFirst())?.activityCount ?? 0
}
