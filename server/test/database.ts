import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { asRole, createDatabase, type Db, openPool } from '../platform/postgres/database.ts'
import { onDatabase, templateDatabase } from './postgres-setup.ts'

/** One for each test file, closed after. `db` and `pool` may do anything; `app` is what a portal has. */
export async function testDatabase(template = templateDatabase) {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying the files beats logging them while nothing is synchronised to the disk.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const connectionString = onDatabase(server, name)
  const pool = openPool(connectionString)
  const appConnection = asRole(connectionString, inject('appRole'))
  const appPool = openPool(appConnection)
  const disconnect = () => Promise.all([pool.end(), appPool.end()])
  const close = async () => {
    await disconnect()
    // Not by force: the connections just ended may not have left yet, and PostgreSQL waits for them by itself.
    await administer(server, `drop database ${name}`)
  }
  const app = { db: createDatabase(appPool), pool: appPool, connectionString: appConnection }
  return { name, db: createDatabase(pool), pool, connectionString, app, disconnect, close }
}

/** Resolves once a statement in this database waits for a lock; the server's other databases are other tests'. */
export const somebodyWaits = (db: Db) =>
  expect
    .poll(async () => {
      const waiting = await sql`select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(db)
      return waiting.rows.length
    })
    .toBeGreaterThan(0)

async function administer(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
