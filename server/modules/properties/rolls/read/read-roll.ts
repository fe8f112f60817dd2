import { setImmediate } from 'node:timers/promises'
import type { Services } from '../../../../platform/context.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { createBatchLoader } from '../../../../platform/files/native/batch-loader.ts'
import { endStream } from '../../../../platform/files/tables/text/byte-stream.ts'
import { type Chunk, recordChunks } from '../../../../platform/files/tables/text/record-chunks.ts'
import { toIsoDay } from '../../search/compile/clauses.ts'
import { fitToHeader, type RollSource } from '../../sources/mapping/roll.ts'
import { ingestColumns } from '../ingest/ingest-row.ts'
import type { IngestTables } from '../ingest/ingest-tables.queries.ts'
import { saleIngestColumns } from '../ingest/sale-rows.ts'
import { createChunkMapper, type MappedChunk, type MapTask } from '../map-rows/map-chunk.ts'
import { createMapperPool, type MapperPool } from '../map-rows/mapper-pool.ts'
import { outlineIngestColumns } from '../outlines/outline-row.ts'
import type { RejectLog } from '../reject-log.ts'
import { createTally, describeHeaderMismatch, mergeTally, type Tally } from '../roll-report.ts'
import { openSourceTable, type SourceFiles } from './open-source-table.ts'
import type { JoinMatches, SourceTable } from './source-table.ts'

/** Progress of an import: rows read, and the share of the file from 0 to 1. */
export type Progress = { rows: number; share: number }

type ReadRollOptions = {
  source: RollSource
  onProgress?: (progress: Progress) => void
  /** Whether to count the rows of joined files that match none. */
  countsMatches?: boolean
}

export type ReadRoll = { tally: Tally; header: string[]; joins: JoinMatches[] }

/** The files by their ids in the source's document. */
export type ImportResources = { files: SourceFiles; tables: IngestTables; rejects: RejectLog }

export async function readRoll(
  services: Services,
  { source, onProgress, countsMatches }: ReadRollOptions,
  resources: ImportResources,
): Promise<ReadRoll> {
  const { files, tables, rejects } = resources
  const table = await openFittingTable(services, source, files, countsMatches)
  const properties = await createBatchLoader(services.clickhouse, tables.intake, ingestColumns)
  const sales = await createBatchLoader(services.clickhouse, tables.sales, saleIngestColumns)
  const outlines = await createBatchLoader(services.clickhouse, tables.outlineIntake, outlineIngestColumns)
  const loaders = [properties, sales, outlines]
  try {
    const tally = createTally(fitToHeader(source, table.header))
    let rows = 0
    for await (const mapped of mapTable(table, source, toIsoDay(services.clock.now()), tally)) {
      rows += mapped.rows
      await Promise.all([
        properties.addBlock(mapped.properties),
        sales.addBlock(mapped.sales),
        outlines.addBlock(mapped.outlines),
      ])
      for (const reject of mapped.rejects) await rejects.add(reject)
      onProgress?.({ rows, share: table.progress() })
    }
    await Promise.all(loaders.map((loader) => loader.end()))
    return { tally, header: table.header, joins: table.joins ?? [] }
  } finally {
    await Promise.all([table.close(), ...loaders.map((loader) => loader.close())])
  }
}

async function openFittingTable(
  services: Services,
  source: RollSource,
  files: SourceFiles,
  countsMatches: boolean | undefined,
): Promise<SourceTable> {
  const table = await openSourceTable(services, source.document, files, { countsMatches })
  const mismatch = describeHeaderMismatch(source, table.header)
  if (!mismatch) return table
  await endStream(table.bytes)
  await table.close()
  throw unprocessable(mismatch)
}

// A file of this size is mapped before threads would have started.
const maxInlineChunks = 8

async function* mapTable(
  table: SourceTable,
  source: RollSource,
  today: string,
  tally: Tally,
): AsyncGenerator<MappedChunk> {
  const { header, delimiter, width } = table
  const task = { header, delimiter, width, today }
  const chunks = recordChunks(table.bytes, table)
  const first: Chunk[] = []
  while (first.length < maxInlineChunks) {
    const next = await chunks.next()
    if (next.done) break
    first.push(next.value)
  }
  const isLarge = first.length === maxInlineChunks
  const mapper = isLarge ? createMapperPool({ ...task, document: source.document }) : createInlineMapper(source, task)
  try {
    yield* mapInOrder(mapper, prepend(first, chunks))
    for (const part of await mapper.tallies()) mergeTally(tally, part)
  } finally {
    await mapper.close()
  }
}

async function* prepend(first: readonly Chunk[], others: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  yield* first
  yield* others
}

function createInlineMapper(source: RollSource, task: MapTask): MapperPool {
  const { map, tally } = createChunkMapper(source, task)
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

/** Keeps up to `room` chunks in flight, so memory is bounded, and yields them in order. */
async function* mapInOrder({ map, room }: MapperPool, chunks: AsyncIterable<Chunk>): AsyncGenerator<MappedChunk> {
  const inFlight: Promise<MappedChunk>[] = []
  for await (const chunk of chunks) {
    const mapped = map(chunk)
    // It is awaited in its turn; until then a failure must not count as unhandled.
    mapped.catch(() => {})
    inFlight.push(mapped)
    const [oldest] = inFlight
    if (inFlight.length < room || !oldest) continue
    yield await oldest
    inFlight.shift()
  }
  for (const mapped of inFlight) yield await mapped
}
