import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { openEmbeddedClickHouse } from '../../platform/clickhouse/embedded.ts'

/**
 * A property store in a temporary folder, which is opened when it is first asked: the portal may be running on the data
 * folder, and most files need no store to be read.
 */
export function createScratchStore() {
  let opened: Promise<{ folder: string; clickhouse: ClickHouse }> | undefined
  const open = async () => {
    opened ??= mkdtemp(join(tmpdir(), 'dooryard-store-')).then(async (folder) => ({
      ...{ folder, clickhouse: await openEmbeddedClickHouse(folder) },
    }))
    return (await opened).clickhouse
  }
  const rows: ClickHouse['rows'] = async (...query) => (await open()).rows(...query)
  const run: ClickHouse['run'] = async (...query) => (await open()).run(...query)
  const close = async () => {
    if (!opened) return
    const { folder, clickhouse } = await opened
    await clickhouse.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { rows, run, close }
}
