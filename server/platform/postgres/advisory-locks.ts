import { type Kysely, sql } from 'kysely'
import type { DB, Db } from './database.ts'

/** Commits on it happen while the lock is held. */
export type LockedConnection = Kysely<DB>

type LockedWork<T> = (connection: LockedConnection) => Promise<T>

const toLockKey = (name: string) => sql`hashtextextended(${name}, 0)`

type Unlock = 'pg_advisory_unlock' | 'pg_advisory_unlock_shared'

/** Held until the transaction ends. */
export const lockInTransaction = (db: Db, name: string) =>
  sql`select pg_advisory_xact_lock(${toLockKey(name)})`.execute(db)

/**
 * The lock ends with its connection. The work uses that connection alone: a lock holder that waits for another
 * connection may wait for those that wait for the lock.
 */
export const withLock = <T>(db: Db, name: string, work: LockedWork<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${toLockKey(name)})`.execute(connection)
    return unlockAfter(connection, name, work)
  })

/** Does not wait: returns undefined where the lock is taken. */
export const tryWithLock = <T>(db: Db, name: string, work: LockedWork<T>): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${toLockKey(name)}) as locked`.execute(
      connection,
    )
    return rows[0]?.locked ? unlockAfter(connection, name, work) : undefined
  })

/**
 * On a connection that the caller keeps until the work has ended. Shared locks do not wait for each other, only for
 * those that are not shared, which wait for them.
 */
export async function withSharedLock<T>(connection: LockedConnection, name: string, work: LockedWork<T>): Promise<T> {
  await sql`select pg_advisory_lock_shared(${toLockKey(name)})`.execute(connection)
  return unlockAfter(connection, name, work, 'pg_advisory_unlock_shared')
}

async function unlockAfter<T>(
  connection: LockedConnection,
  name: string,
  work: LockedWork<T>,
  unlock: Unlock = 'pg_advisory_unlock',
): Promise<T> {
  try {
    return await work(connection)
  } finally {
    await sql`select ${sql.id(unlock)}(${toLockKey(name)})`.execute(connection)
  }
}
