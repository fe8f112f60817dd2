import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Services } from '../../platform/context.ts'
import { createSecrets } from '../../platform/crypto/secrets.ts'
import { createDiskFiles } from '../../platform/files/disk-files.ts'
import { createLog } from '../../platform/log.ts'
import { createMovableClock } from '../../test/clock.ts'
import { testClickHouse } from '../../test/stores/clickhouse.ts'
import { testDatabase } from '../../test/stores/database.ts'

/** Test databases and a temporary folder of files. One for each test file; close it afterwards. */
export async function createPropertyServices() {
  const [database, store] = await Promise.all([testDatabase(), testClickHouse()])
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-properties-'))
  const services: Services = {
    db: database.db,
    clickhouse: store.clickhouse,
    files: createDiskFiles(join(folder, 'files')),
    secrets: createSecrets(Buffer.alloc(32)),
    clock: createMovableClock(),
    log: createLog('silent'),
    publicUrl: 'http://localhost:3000',
  }
  const close = async () => {
    await Promise.all([database.close(), store.close()])
    await rm(folder, { recursive: true, force: true })
  }
  return { services, folder, close }
}
