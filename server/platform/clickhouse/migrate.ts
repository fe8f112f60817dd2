import { join } from 'node:path'
import { type AppliedMigration, listPendingMigrations, type Migration, readMigrations } from '../util/migrations.ts'
import type { ClickHouse } from './client.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * Migrates the property store to the current schema, and returns the names applied.
 *
 * A migration is a numbered `.sql` file of statements, each ended by `;` at the end of a line. The store has no
 * transactions, so a file interrupted half-way runs again from its start: write `IF NOT EXISTS` and `IF EXISTS`.
 */
export async function migrateClickHouse(store: ClickHouse, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  await store.run(`CREATE TABLE IF NOT EXISTS schema_migrations (name String, checksum String, applied_at DateTime DEFAULT now())
    ENGINE = MergeTree ORDER BY name`)
  const applied = await store.rows<AppliedMigration>('SELECT DISTINCT name, checksum FROM schema_migrations')
  const pending = listPendingMigrations(migrations, applied)
  for (const migration of pending) await applyMigration(store, migration)
  return pending.map(({ name }) => name)
}

async function applyMigration(store: ClickHouse, { name, sql, checksum }: Migration) {
  try {
    for (const statement of splitStatements(sql)) await store.run(statement)
  } catch (error) {
    throw new Error(`Migration ${name} of the property store failed: ${(error as Error).message}`, { cause: error })
  }
  await store.run('INSERT INTO schema_migrations (name, checksum) VALUES ({name:String}, {checksum:String})', {
    name,
    checksum,
  })
}

const splitStatements = (sql: string) =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
