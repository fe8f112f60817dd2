import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Runs the work while no other process does: under a lock that ends with the connection, so that a kill leaves none.
 */
export const whileStocking = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended('demo purchases', 0)`
    await sql`select pg_advisory_lock(${lock})`.execute(connection)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
  })

/** An account whose ledger tells of no credits of a kind, now or ever. */
export const findUnstocked = (db: Db, email: string, bucket: 'SUBSCRIPTION' | 'ON_DEMAND') =>
  db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', email)
    .where('closedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('creditEntries')
            .select('creditEntries.id')
            .whereRef('creditEntries.userId', '=', 'users.id')
            .where('creditEntries.bucket', '=', bucket),
        ),
      ),
    )
    .executeTakeFirst()
