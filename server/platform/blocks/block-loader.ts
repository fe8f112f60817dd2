import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouse } from '../clickhouse/client.ts'
import { blockWriter, type Columns } from './native.ts'

// Some 25,000 properties: large enough for the store, small enough to hold.
const bytesPerLoad = 8 * 1024 ** 2
// Few enough that what waits to be written is gone before memory is tidied up.
const usualRows = 250

/** By temporary files, of which one is loaded while the next is gathered: memory stays the same however many rows. */
export async function blockLoader<Row>(
  clickhouse: ClickHouse,
  table: string,
  columns: Columns<Row>,
  { rowsPerBlock = usualRows }: { rowsPerBlock?: number } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-load-'))
  const write = blockWriter(columns)
  let rows: Row[] = []
  let blocks: Uint8Array[] = []
  let bytes = 0
  let files = 0
  let loading: Promise<void> = Promise.resolve()

  /** Takes what is gathered at once, and waits only for the file before it. */
  function flush(): Promise<void> {
    const content = blocks
    blocks = []
    bytes = 0
    files += 1
    const path = join(folder, `${files}.native`)
    const before = loading
    loading = before.then(async () => {
      await writeFile(path, content)
      await clickhouse.insertFile(table, Object.keys(columns), path, 'Native')
      await rm(path)
    })
    // Awaited before the next file or at the end; a failure until then is no unhandled one.
    loading.catch(() => {})
    return before
  }

  async function addBlock(block: Uint8Array): Promise<void> {
    if (block.length === 0) return
    blocks.push(block)
    bytes += block.length
    if (bytes >= bytesPerLoad) await flush()
  }

  function addGathered(): Promise<void> {
    const block = write(rows)
    rows = []
    return addBlock(block)
  }

  return {
    addBlock,
    /** Adds one row. Waits only when a block is full, so that a row costs no turn of the event loop. */
    add: (row: Row): void | Promise<void> => {
      rows.push(row)
      return rows.length < rowsPerBlock ? undefined : addGathered()
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

export type BlockLoader<Row> = Awaited<ReturnType<typeof blockLoader<Row>>>
