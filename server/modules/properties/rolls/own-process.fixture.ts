import { join } from 'node:path'
import { openEmbeddedClickHouse } from '../../../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../../../platform/clickhouse/migrate.ts'
import type { Services } from '../../../platform/context.ts'
import { diskFiles } from '../../../platform/files.ts'
import { createLog } from '../../../platform/log.ts'
import { createDatabase, openPool } from '../../../platform/postgres/database.ts'
import { secretsFrom } from '../../../platform/secrets.ts'

/** Where a program of its own finds its stores: a folder, and a migrated database. */
export type Place = { folder: string; database: string }

/** Opens what an import needs, in a program that a test has started. */
export async function openServices({ folder, database }: Place) {
  const clickhouse = await openEmbeddedClickHouse(join(folder, 'store'))
  await migrateClickHouse(clickhouse)
  const pool = openPool(database)
  const services: Services = {
    db: createDatabase(pool),
    clickhouse,
    files: diskFiles(join(folder, 'files')),
    secrets: secretsFrom(Buffer.alloc(32)),
    clock: { now: () => new Date('2026-11-02T12:00:00Z') },
    log: createLog('silent'),
    publicUrl: 'http://localhost:3000',
  }
  const close = async () => {
    await clickhouse.close()
    await pool.end()
  }
  return { services, close }
}
