import { setImmediate } from 'node:timers/promises'
import { blockLoader } from '../../../platform/blocks/block-loader.ts'
import { type Content, type GivenFile, refused } from '../../../platform/content/given-file.ts'
import { openContent } from '../../../platform/content/open-content.ts'
import type { Services } from '../../../platform/context.ts'
import { intakeColumns } from '../intake/intake-row.ts'
import { salesColumns } from '../intake/sale-rows.ts'
import type { Tables } from '../intake/tables.queries.ts'
import { fitToHeader, type RollSource } from '../mapping/roll.ts'
import { isoDay } from '../search/clauses.ts'
import { choiceOf } from '../sources/all.ts'
import { chunkMapper, type Mapped, type MapTask } from './map-chunk.ts'
import { type Mapping, mappingThreads } from './mapping-threads.ts'
import { openTable, type Table } from './open-table.ts'
import { type Chunk, recordChunks } from './record-chunks.ts'
import type { RejectLog } from './reject-log.ts'
import { mergeTally, newTally, type Tally } from './roll-report.ts'

/** How far an import is: rows read so far, and the share of the file, from 0 to 1. */
export type Progress = { rows: number; share: number }

type ReadOptions = { source: RollSource; onProgress?: (progress: Progress) => void }

export type Work = { file: GivenFile; tables: Tables; rejects: RejectLog }

export async function readRoll(services: Services, { source, onProgress }: ReadOptions, work: Work): Promise<Tally> {
  const { file, tables, rejects } = work
  const content = await openContent(file)
  const properties = await blockLoader(services.clickhouse, tables.intake, intakeColumns)
  const sales = await blockLoader(services.clickhouse, tables.sales, salesColumns)
  try {
    const table = await firstTable(content, source)
    const tally = newTally(fitToHeader(source, table.header))
    let rows = 0
    for await (const mapped of mapTable(table, source, isoDay(services.clock.now()), tally)) {
      rows += mapped.rows
      await Promise.all([properties.addBlock(mapped.properties), sales.addBlock(mapped.sales)])
      for (const reject of mapped.rejects) await rejects.add(reject)
      onProgress?.({ rows, share: content.progress() })
    }
    await Promise.all([properties.end(), sales.end()])
    return tally
  } finally {
    content.close()
    await Promise.all([properties.close(), sales.close()])
  }
}

async function firstTable({ sheets }: Content, source: RollSource): Promise<Table> {
  let wrong: string | undefined
  for (const { read, delimiters } of sheets) {
    const table = await openTable(read(), source, delimiters)
    if (typeof table !== 'string') return table
    wrong ??= table
  }
  throw refused(wrong ?? 'The file has nothing in it.')
}

// A file of this size is mapped before threads would have started.
const maxChunksHere = 8

async function* mapTable(table: Table, source: RollSource, today: string, tally: Tally): AsyncGenerator<Mapped> {
  const { header, delimiter, width } = table
  const task = { header, delimiter, width, today }
  const chunks = recordChunks(table.bytes, table)
  const first: Chunk[] = []
  while (first.length < maxChunksHere) {
    const next = await chunks.next()
    if (next.done) break
    first.push(next.value)
  }
  // A source that is declared elsewhere cannot be found by a thread.
  const choice = first.length === maxChunksHere ? choiceOf(source) : undefined
  const mapping = choice ? mappingThreads({ ...task, ...choice }) : mappingHere(source, task)
  try {
    yield* inOrder(mapping, joined(first, chunks))
    for (const part of await mapping.tallies()) mergeTally(tally, part)
  } finally {
    await mapping.close()
  }
}

async function* joined(first: readonly Chunk[], others: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  yield* first
  yield* others
}

function mappingHere(source: RollSource, task: MapTask): Mapping {
  const { map, tally } = chunkMapper(source, task)
  return {
    map: async (chunk) => {
      await setImmediate()
      return map(chunk)
    },
    tallies: async () => [tally],
    close: async () => {},
    room: 1,
  }
}

/** Keeps as many chunks under way as there is room for, so that memory is bounded, and gives them in their order. */
async function* inOrder({ map, room }: Mapping, chunks: AsyncIterable<Chunk>): AsyncGenerator<Mapped> {
  const underWay: Promise<Mapped>[] = []
  for await (const chunk of chunks) {
    const mapped = map(chunk)
    // Awaited when its turn comes; a failure until then is no unhandled one.
    mapped.catch(() => {})
    underWay.push(mapped)
    const [oldest] = underWay
    if (underWay.length < room || !oldest) continue
    yield await oldest
    underWay.shift()
  }
  for (const mapped of underWay) yield await mapped
}
