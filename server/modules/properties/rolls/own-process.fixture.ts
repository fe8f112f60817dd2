import { join } from 'node:path'
import { openEmbeddedClickHouse } from '../../../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../../../platform/clickhouse/migrate.ts'
import type { Services } from '../../../platform/context.ts'
import { createSecrets } from '../../../platform/crypto/secrets.ts'
import { createDiskFiles } from '../../../platform/files/disk-files.ts'
import { createLog } from '../../../platform/log.ts'
import { createDatabase, openPool } from '../../../platform/postgres/database.ts'

/** Where a separate program finds its stores: a folder and a migrated database. */
export type StoreLocation = { folder: string; database: string }

/** Opens the services of an import in a program started by a test. */
export async function openServices({ folder, database }: StoreLocation) {
  const clickhouse = await openEmbeddedClickHouse(join(folder, 'store'))
  await migrateClickHouse(clickhouse)
  const pool = openPool(database)
  const services: Services = {
    db: createDatabase(pool),
    clickhouse,
    files: createDiskFiles(join(folder, 'files')),
    secrets: createSecrets(Buffer.alloc(32)),
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
