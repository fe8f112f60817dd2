import { CompiledQuery, type DatabaseConnection, type Kysely } from 'kysely'
import { createDatabase, type DB, type Pool } from './database.ts'

type Shift = {
  /** How far the clock is moved, in milliseconds; read anew for every use of a connection. */
  getOffsetMs: () => number
  /** Precedes the names of jobs added here, so that workers leave them alone. */
  jobPrefix: string
}

/**
 * A database whose connections date rows by a moved clock, for a history that is written later. The pool is for it
 * alone: its connections keep the settings.
 */
export function createShiftedDatabase(pool: Pool, { getOffsetMs, jobPrefix }: Shift): Kysely<DB> {
  const offsets = new WeakMap<DatabaseConnection, number>()
  return createDatabase(pool, {
    onReserveConnection: async (connection) => {
      const offsetMs = getOffsetMs()
      if (offsets.get(connection) === offsetMs) return
      await connection.executeQuery(
        CompiledQuery.raw(
          // A crash of PostgreSQL loses the last moments with the position, so no commit waits for the disk. What the
          // other stores have of them stays.
          `select set_config('dooryard.clock_offset', $1, false), set_config('dooryard.job_prefix', $2, false),
            set_config('synchronous_commit', 'off', false)`,
          [`${offsetMs} milliseconds`, jobPrefix],
        ),
      )
      offsets.set(connection, offsetMs)
    },
  })
}
