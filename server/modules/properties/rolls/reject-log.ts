import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatCsv } from '../../../platform/files/csv/csv.ts'
import type { Files } from '../../../platform/files/disk-files.ts'

export type Reject = { line: number; key: string; reason: string }

const rejectsSuffix = '-rejects.csv'

/** The key of the list of a file that a source has read. */
export const toRejectsKey = (source: string, sha256: string) => `rolls/${source}/${sha256.slice(0, 12)}${rejectsSuffix}`

/** Removes the lists of the files that a roll had before. */
export async function removeOtherRejects(files: Files, source: string, key: string | null): Promise<void> {
  for (const other of await files.listKeys(`rolls/${source}`))
    if (other.endsWith(rejectsSuffix) && other !== key) await files.remove(other)
}

const headers = ['line', 'parcel', 'reason']
const rejectsPerWrite = 10_000

/** Collects any number of rejected rows on disk until the import is accepted. */
export async function createRejectLog() {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-rejects-'))
  const path = join(folder, 'rejects.csv')
  let waiting: Reject[] = []
  let count = 0

  async function write() {
    const rows = waiting
    waiting = []
    const isFirst = rows.length === count
    const records = rows.map(({ line, key, reason }) => [line, key, reason])
    await appendFile(path, formatCsv(headers, records, { header: isFirst }))
  }

  return {
    count: () => count,
    add: async (reject: Reject) => {
      count += 1
      waiting.push(reject)
      if (waiting.length >= rejectsPerWrite) await write()
    },
    /** Returns the key of the file, or null when nothing was rejected. */
    keep: async (files: Files, key: string): Promise<string | null> => {
      if (count === 0) return null
      await write()
      await files.write(key, createReadStream(path))
      return key
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

export type RejectLog = Awaited<ReturnType<typeof createRejectLog>>
