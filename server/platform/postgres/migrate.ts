import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import type { PoolClient } from 'pg'
import { createWorkerLogger } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { type AppliedMigration, listPendingMigrations, type Migration, readMigrations } from '../util/migrations.ts'
import type { Pool } from './database.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

// Any number works, as long as no other lock uses it.
const migrationLock = 7_206_113

/** Returns the names applied, one transaction per migration. Processes that start together take turns. */
export async function migrate(pool: Pool, { log, folder = migrationsFolder }: { log?: Log; folder?: string } = {}) {
  const migrations = await readMigrations(folder)
  await runMigrations({ pgPool: pool, noHandleSignals: true, logger: createWorkerLogger(log) })
  return withMigrationLock(pool, async (client) => {
    const pending = listPendingMigrations(migrations, await listAppliedMigrations(client))
    for (const migration of pending) {
      await applyMigration(client, migration)
      log?.info({ migration: migration.name }, 'Applied a migration')
    }
    return pending.map(({ name }) => name)
  })
}

export async function withMigrationLock<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await work(client)
  } finally {
    // Ends the session, and with it the lock, whatever state a failure left it in.
    client.release(true)
  }
}

async function listAppliedMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations')
  return rows
}

// A process of the release before may lock the same tables in another order.
const maxDeadlocks = 10
const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'

async function applyMigration(client: PoolClient, { name, sql, checksum }: Migration, deadlocks = 0): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (isDeadlock(error) && deadlocks < maxDeadlocks)
      return applyMigration(client, { name, sql, checksum }, deadlocks + 1)
    throw new Error(`Migration ${name} failed and changed nothing: ${(error as Error).message}.`, { cause: error })
  }
}
