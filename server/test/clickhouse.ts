import { access, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouse } from '../platform/clickhouse/client.ts'
import { openEmbeddedClickHouse } from '../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../platform/clickhouse/migrate.ts'

/** A process can have one folder open: one for each test file, closed after. */
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
  await cp(template ?? (await emptyStore()), folder, { recursive: true, verbatimSymlinks: true })
  return openEmbeddedClickHouse(folder)
}

let makingEmpty: Promise<string> | undefined

function emptyStore(): Promise<string> {
  makingEmpty ??= onceARun('clickhouse-empty', async (draft) => {
    const clickhouse = await openEmbeddedClickHouse(draft)
    await migrateClickHouse(clickhouse)
    await clickhouse.close()
  }).catch((error) => {
    makingEmpty = undefined
    throw error
  })
  return makingEmpty
}

/** Filled by the first worker to ask for it; of two at once, one is in vain. */
export async function onceARun(name: string, fill: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), name)
  if (await isThere(folder)) return folder
  const draft = await mkdtemp(`${folder}-`)
  await fill(draft)
  await rename(draft, folder).catch(async (error) => {
    if (!(await isThere(folder))) throw error
    await rm(draft, { recursive: true, force: true })
  })
  return folder
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
