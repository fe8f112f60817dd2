import { cpSync } from 'node:fs'
import { access, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { openEmbeddedClickHouse } from '../../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../../platform/clickhouse/migrate.ts'

/** A process can have one folder open: one per test file, closed afterwards. */
export async function testClickHouse(template?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-'))
  let opening: Promise<ClickHouse> | undefined
  const open = () => {
    opening ??= openCopy(template, folder)
    return opening
  }
  const clickhouse: ClickHouse = {
    rows: async (...query) => (await open()).rows(...query),
    run: async (...statement) => (await open()).run(...statement),
    insertFile: async (...file) => (await open()).insertFile(...file),
    ping: async () => (await open()).ping(),
    close: async () => (await opening)?.close(),
  }
  const close = async () => {
    await clickhouse.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { clickhouse, folder, close }
}

async function openCopy(template: string | undefined, folder: string): Promise<ClickHouse> {
  // A store has hundreds of small files: copied one after another by Node's own code they take a tenth of the time.
  cpSync(template ?? (await createEmptyStore()), folder, { recursive: true, verbatimSymlinks: true })
  return openEmbeddedClickHouse(folder)
}

let emptyStorePromise: Promise<string> | undefined

function createEmptyStore(): Promise<string> {
  emptyStorePromise ??= oncePerRun('clickhouse-empty', async (draft) => {
    const clickhouse = await openEmbeddedClickHouse(draft)
    await migrateClickHouse(clickhouse)
    await clickhouse.close()
  }).catch((error) => {
    emptyStorePromise = undefined
    throw error
  })
  return emptyStorePromise
}

/** Filled by the first worker that needs it; of two at once, one fills it in vain. */
export async function oncePerRun(name: string, fill: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), name)
  if (await exists(folder)) return folder
  const draft = await mkdtemp(`${folder}-`)
  await fill(draft)
  await rename(draft, folder).catch(async (error) => {
    if (!(await exists(folder))) throw error
    await rm(draft, { recursive: true, force: true })
  })
  return folder
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
