import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, openPool } from '../platform/postgres/database.ts'
import { onDatabase, templateDatabase } from './postgres-setup.ts'

/** A database of one's own, migrated and empty. Take one for each test file, and close it after. */
export async function testDatabase() {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying the files beats logging them while nothing is synchronised to the disk.
  await administer(server, `create database ${name} template ${templateDatabase} strategy file_copy`)
  const connectionString = onDatabase(server, name)
  const pool = openPool(connectionString)
  const close = async () => {
    await pool.end()
    // Not by force: the connections just ended may not have left yet, and PostgreSQL waits for them by itself.
    await administer(server, `drop database ${name}`)
  }
  return { db: createDatabase(pool), pool, connectionString, close }
}

async function administer(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
