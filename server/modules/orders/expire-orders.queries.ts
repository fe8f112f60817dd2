import type { Db } from '../../platform/postgres/database.ts'

type When = { now: Date; soon: Date; after: string | undefined; limit: number }

/** Delivered orders that expire by `soon` and whose owner has not been told of it, and those that have to be expired. */
export const listExpiring = (db: Db, { now, soon, after, limit }: When) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('expiresAt', '<=', soon)
    .where('expiredAt', 'is', null)
    .where('internalStatus', '=', 'READY')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('expiresAt', '<=', now),
        not(
          exists(
            selectFrom('orderNotices')
              .select('orderNotices.orderId')
              .whereRef('orderNotices.orderId', '=', 'orders.id')
              .whereRef('orderNotices.version', '=', 'orders.fileVersion')
              .where('orderNotices.type', '=', 'EXPIRING'),
          ),
        ),
      ]),
    )
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

export const setExpired = (db: Db, orderId: string, expiredAt: Date) =>
  db.updateTable('orders').set({ expiredAt, updatedAt: expiredAt }).where('id', '=', orderId).execute()
