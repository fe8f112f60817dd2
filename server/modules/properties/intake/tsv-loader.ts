import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'

// Some 30,000 properties: large enough for the store, small enough to hold.
const bytesPerLoad = 16 * 1024 ** 2
const maxBytesPerCharacter = 3

/**
 * Loads lines into a table by way of temporary files: memory stays the same however many there are. One file is loaded
 * while the next is filled.
 */
export async function tsvLoader(clickhouse: ClickHouse, table: string, columns: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-load-'))
  // Bytes, not strings: a line put together from pieces keeps all its pieces until it is written.
  const buffer = Buffer.allocUnsafe(bytesPerLoad)
  let used = 0
  let files = 0
  let loading: Promise<void> = Promise.resolve()

  /** Takes what is gathered at once, so that lines may be added while it is loaded. Waits for the file before it. */
  function flush(): Promise<void> {
    const content = Buffer.from(buffer.subarray(0, used))
    used = 0
    files += 1
    const path = join(folder, `${files}.tsv`)
    const before = loading
    loading = before.then(async () => {
      await writeFile(path, content)
      await clickhouse.insertFile(table, columns, path, 'TabSeparated')
      await rm(path)
    })
    // Awaited before the next file or at the end; a failure until then is no unhandled one.
    loading.catch(() => {})
    return before
  }

  const fits = (line: string) => used + line.length * maxBytesPerCharacter <= bytesPerLoad
  const append = (line: string) => {
    used += buffer.write(line, used)
  }

  return {
    /** Waits only when a file is full, so that a row costs no turn of the event loop. */
    add: (line: string): void | Promise<void> => {
      const waiting = fits(line) ? undefined : flush()
      append(line)
      return waiting
    },
    end: async () => {
      if (used > 0) flush()
      await loading
    },
    /** Removes the temporary files, whatever happened before. */
    close: async () => {
      await loading.catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TsvLoader = Awaited<ReturnType<typeof tsvLoader>>
