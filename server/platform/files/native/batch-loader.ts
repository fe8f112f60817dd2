import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouse } from '../../clickhouse/client.ts'
import { type Columns, createBatchCollector } from './column-batch.ts'

// About 25,000 properties: large enough for the store, small enough to hold in memory.
const bytesPerLoad = 8 * 1024 ** 2
// Few enough that waiting rows are written before the next garbage collection.
const defaultRowsPerBatch = 250

/**
 * Loads rows through temporary files: one is loaded while the next is collected, so memory use stays constant however
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
  let batches: Uint8Array[] = []
  let bytes = 0
  let files = 0
  let loading: Promise<void> = Promise.resolve()

  /** Takes the collected batches at once, and waits only for the previous file. */
  function flush(): Promise<void> {
    const content = batches
    batches = []
    bytes = 0
    files += 1
    const path = join(folder, `${files}.native`)
    const before = loading
    loading = before.then(async () => {
      await writeFile(path, content)
      await clickhouse.insertFile(table, Object.keys(columns), path, 'Native')
      await rm(path)
    })
    // Awaited before the next file or at the end; until then a failure must not count as an unhandled rejection.
    loading.catch(() => {})
    return before
  }

  async function addBatch(block: Uint8Array): Promise<void> {
    if (block.length === 0) return
    batches.push(block)
    bytes += block.length
    if (bytes >= bytesPerLoad) await flush()
  }

  function addGathered(): Promise<void> {
    collector.add(rows)
    rows = []
    return addBatch(collector.take())
  }

  return {
    addBlock: addBatch,
    /** Adds one row. Waits only when a batch is full, so that a row costs no turn of the event loop. */
    add: (row: Row): void | Promise<void> => {
      rows.push(row)
      return rows.length < rowsPerBatch ? undefined : addGathered()
    },
    end: async () => {
      await addGathered()
      if (bytes > 0) flush()
      await loading
    },
    close: async () => {
      await loading.catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type BatchLoader<Row> = Awaited<ReturnType<typeof createBatchLoader<Row>>>
