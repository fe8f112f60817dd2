import { sql } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { selectEntries } from '../credits/index.ts'

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
  selectAccounts(db)
    .where('email', '=', email)
    .where('closedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(selectEntries(db).as('entries'))
            .select('entries.id')
            .whereRef('entries.userId', '=', 'users.id')
            .where('entries.bucket', '=', bucket),
        ),
      ),
    )
    .executeTakeFirst()
