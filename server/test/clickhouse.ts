import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedClickHouse } from '../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../platform/clickhouse/migrate.ts'

/** A property store of one's own, migrated and empty. One for each test file, since a process can open one folder. */
export async function testClickHouse() {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-clickhouse-'))
  const clickhouse = await openEmbeddedClickHouse(folder)
  await migrateClickHouse(clickhouse)
  const close = async () => {
    await clickhouse.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { clickhouse, folder, close }
}
