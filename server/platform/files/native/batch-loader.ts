import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouse } from '../../clickhouse/client.ts'
import { type Columns, createBatchCollector } from './column-batch.ts'

// About 25,000 properties: large enough for the store, small enough to hold in memory.
const bytesPerLoad = 8 * 1024 ** 2
// Few enough that waiting rows are written before the next garbage collection.
const defaultRowsPerBatch = 250

/**
 * Loads rows through temporary files: one is loaded while the next is written, so memory use stays constant however
 * many rows there are.
 */
export async function createBatchLoader<Row>(
  clickhouse: ClickHouse,
  table: string,
  columns: Columns<Row>,
  { rowsPerBatch = defaultRowsPerBatch }: { rowsPerBatch?: number } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-load-'))
  const collector = createBatchCollector(columns)
  let rows: Row[] = []
  let file: FileHandle | undefined
  let bytes = 0
  let files = 0
  let writing: Promise<void> = Promise.resolve()
  let loading: Promise<void> = Promise.resolve()

  const getPath = () => join(folder, `${files}.native`)

  async function openNext(): Promise<FileHandle> {
    files += 1
    bytes = 0
    file = await open(getPath(), 'w')
    return file
  }

  /** Waits only for the file before this one. */
  async function load(written: FileHandle): Promise<void> {
    const path = getPath()
    file = undefined
    await written.close()
    const before = loading
    loading = before.then(async () => {
      await clickhouse.insertFile(table, Object.keys(columns), path, 'Native')
      await rm(path)
    })
    // Awaited before the next file or at the end; until then a failure must not count as an unhandled rejection.
    loading.catch(() => {})
    await before
  }

  async function write(block: Uint8Array<ArrayBuffer>): Promise<void> {
    const written = file ?? (await openNext())
    await written.appendFile(block)
    bytes += block.length
    // Freed at once: by some megabytes that are left to V8 it collects the garbage of the whole process.
    block.buffer.transfer(0)
    if (bytes >= bytesPerLoad) await load(written)
  }

  /** One after another, in the order of the calls. */
  async function addBatch(block: Uint8Array<ArrayBuffer>): Promise<void> {
    if (block.length > 0) writing = writing.then(() => write(block))
    await writing
  }

  function addGathered(): Promise<void> {
    collector.add(rows)
    rows = []
    return addBatch(collector.take())
  }

  return {
    /** Adds a block, which is no longer to be read then. */
    addBlock: addBatch,
    /** Adds one row. Waits only when a batch is full, so that a row costs no turn of the event loop. */
    add: (row: Row): void | Promise<void> => {
      rows.push(row)
      return rows.length < rowsPerBatch ? undefined : addGathered()
    },
    end: async () => {
      await addGathered()
      if (file) await load(file)
      await loading
    },
    close: async () => {
      await file?.close()
      await loading.catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type BatchLoader<Row> = Awaited<ReturnType<typeof createBatchLoader<Row>>>
