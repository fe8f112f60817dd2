import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvText } from '../../../platform/csv.ts'
import type { Files } from '../../../platform/files.ts'

export type Reject = { line: number; key: string; reason: string }

const headers = ['line', 'parcel', 'reason']
const perWrite = 10_000

/** Collects rejected rows on disk, however many there are, until it is known that the roll is taken. */
export async function rejectLog() {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-rejects-'))
  const path = join(folder, 'rejects.csv')
  let waiting: Reject[] = []
  let count = 0

  async function write() {
    const rows = waiting
    waiting = []
    const isFirst = rows.length === count
    const records = rows.map(({ line, key, reason }) => [line, key, reason])
    await appendFile(path, csvText(headers, records, { header: isFirst }))
  }

  return {
    count: () => count,
    add: async (reject: Reject) => {
      count += 1
      waiting.push(reject)
      if (waiting.length >= perWrite) await write()
    },
    /** Gives the key of the file, or null where nothing was rejected. */
    keep: async (files: Files, key: string): Promise<string | null> => {
      if (count === 0) return null
      await write()
      await files.write(key, createReadStream(path))
      return key
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

export type RejectLog = Awaited<ReturnType<typeof rejectLog>>
