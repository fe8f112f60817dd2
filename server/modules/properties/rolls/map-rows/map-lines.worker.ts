import { parentPort, workerData } from 'node:worker_threads'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Chunk } from '../../../../platform/files/tables/text/record-chunks.ts'
import { compileSource } from '../../sources/compile/compile-source.ts'
import { createChunkMapper, type MapTask } from './map-chunk.ts'

/** The data a mapping thread starts with. It compiles the source itself, because functions cannot be transferred. */
export type WorkerTask = MapTask & { document: SourceDocument }

// Passed by `createMapperPool`.
const task = workerData as WorkerTask
const mapper = createChunkMapper(compileSource(task.document), task)

/** Replies to a chunk with the mapped rows, and to null with the tally. */
parentPort?.on('message', (chunk: Chunk | null) => {
  if (chunk === null) return parentPort?.postMessage(mapper.tally)
  const mapped = mapper.map(chunk)
  // Freed at once, not by a collection of garbage.
  chunk.bytes.buffer.transfer(0)
  parentPort?.postMessage(mapped, [mapped.properties.buffer, mapped.sales.buffer, mapped.outlines.buffer])
})
