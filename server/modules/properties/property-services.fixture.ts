import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Services } from '../../platform/context.ts'
import { diskFiles } from '../../platform/files.ts'
import { createLog } from '../../platform/log.ts'
import { secretsFrom } from '../../platform/secrets.ts'
import { testClickHouse } from '../../test/clickhouse.ts'
import { movableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/database.ts'

/** Both stores and a folder of files of one's own. One for each test file; close it after. */
export async function propertyServices() {
  const [database, store] = await Promise.all([testDatabase(), testClickHouse()])
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-properties-'))
  const services: Services = {
    db: database.db,
    clickhouse: store.clickhouse,
    files: diskFiles(join(folder, 'files')),
    secrets: secretsFrom(Buffer.alloc(32)),
    clock: movableClock(),
    log: createLog('silent'),
    publicUrl: 'http://localhost:3000',
  }
  const close = async () => {
    await Promise.all([database.close(), store.close()])
    await rm(folder, { recursive: true, force: true })
  }
  return { services, folder, close }
}
