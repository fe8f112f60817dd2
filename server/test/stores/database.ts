import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { asRole, createDatabase, type Db, openPool } from '../../platform/postgres/database.ts'
import { templateDatabase, toDatabaseUrl } from '../postgres-setup.ts'

/** One per test file, closed afterwards. `db` and `pool` may do anything; `app` has a portal's rights. */
export async function testDatabase(template = templateDatabase) {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying the files is faster than logging them while nothing is synced to the disk.
  await runAsAdmin(server, `create database ${name} template ${template} strategy file_copy`)
  const connectionString = toDatabaseUrl(server, name)
  const pool = openPool(connectionString)
  const appConnection = asRole(connectionString, inject('appRole'))
  const appPool = openPool(appConnection)
  const disconnect = () => Promise.all([pool.end(), appPool.end()])
  const close = async () => {
    await disconnect()
    // Without force: the connections just ended may still be closing, and PostgreSQL waits for them.
    await runAsAdmin(server, `drop database ${name}`)
  }
  const app = { db: createDatabase(appPool), pool: appPool, connectionString: appConnection }
  return { name, db: createDatabase(pool), pool, connectionString, app, disconnect, close }
}

/** Resolves once a statement in this database waits for a lock; other databases belong to other tests. */
export const waitForLockContention = (db: Db) =>
  expect
    .poll(async () => {
      const waiting = await sql`select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(db)
      return waiting.rows.length
    })
    .toBeGreaterThan(0)

async function runAsAdmin(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
