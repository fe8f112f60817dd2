import { type Kysely, sql } from 'kysely'
import type { DB, Db } from './database.ts'

/** What is committed on it is committed while the lock is held. */
export type LockedConnection = Kysely<DB>

type Work<T> = (connection: LockedConnection) => Promise<T>

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** Until the transaction ends. */
export const lockInTransaction = (db: Db, name: string) => sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(db)

/**
 * The lock ends with its connection. The work asks over that connection alone: one who holds a lock and waits for another
 * connection may wait for those who wait for the lock.
 */
export const withLock = <T>(db: Db, name: string, work: Work<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${keyOf(name)})`.execute(connection)
    return unlockAfter(connection, name, work)
  })

/** At once or not at all: undefined where somebody else holds the lock. */
export const tryWithLock = <T>(db: Db, name: string, work: Work<T>): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${keyOf(name)}) as locked`.execute(
      connection,
    )
    return rows[0]?.locked ? unlockAfter(connection, name, work) : undefined
  })

async function unlockAfter<T>(connection: LockedConnection, name: string, work: Work<T>): Promise<T> {
  try {
    return await work(connection)
  } finally {
    await sql`select pg_advisory_unlock(${keyOf(name)})`.execute(connection)
  }
}
