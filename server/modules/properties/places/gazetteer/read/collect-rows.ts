import type { GazetteerKind } from '@dooryard/contract/data/gazetteers'
import type { InputFile } from '../../../../../platform/files/content/input-file.ts'
import type { BatchLoader } from '../../../../../platform/files/native/batch-loader.ts'
import { type ReadOptions, readGazetteer, type TakeRow } from './read-gazetteer.ts'
import type { SourceRow } from './source-row.ts'

/** `rowsRead = rowsTaken + rowsRejected`; `rejected` lists the first lines, with the reasons. */
export type Tally = {
  rowsRead: number
  rowsTaken: number
  rowsRejected: number
  rejected: { line: number; reason: string }[]
}

const maxListedRejects = 20

/** Loads what `readRow` makes of the rows of a file; a text is the reason why it makes nothing of one. */
export async function collectRows<Entry>(
  file: InputFile,
  loader: BatchLoader<Entry>,
  readRow: (row: SourceRow) => Entry[] | string,
  options: ReadOptions & { kind: GazetteerKind },
): Promise<Tally> {
  const tally: Tally = { rowsRead: 0, rowsTaken: 0, rowsRejected: 0, rejected: [] }
  let adding: Promise<void>[] = []
  const reject = (line: number, reason: string) => {
    tally.rowsRejected += 1
    if (tally.rejected.length < maxListedRejects) tally.rejected.push({ line, reason })
  }
  const take: TakeRow = (row, line) => {
    tally.rowsRead += 1
    const entries = typeof row === 'string' ? row : readRow(row)
    if (typeof entries === 'string') return reject(line, entries)
    tally.rowsTaken += 1
    for (const entry of entries) {
      const added = loader.add(entry)
      if (added) adding.push(added)
    }
  }
  const settle = async () => {
    await Promise.all(adding)
    adding = []
  }
  try {
    await readGazetteer(file, options.kind, { take, settle }, options)
    await loader.end()
    return tally
  } finally {
    await loader.close()
  }
}
