import { parentPort, workerData } from 'node:worker_threads'
import { resolveSource, type SourceChoice } from '../../sources/all.ts'
import type { Chunk } from '../read/record-chunks.ts'
import { createChunkMapper, type MapTask } from './map-chunk.ts'

/**
 * The data a mapping thread starts with. Its source is passed as the choice it is resolved from, because functions
 * cannot be transferred.
 */
export type WorkerTask = MapTask & SourceChoice

// Passed by `createMapperPool`.
const task = workerData as WorkerTask
const mapper = createChunkMapper(resolveSource(task), task)

/** Replies to a chunk with the mapped rows, and to null with the tally. */
parentPort?.on('message', (chunk: Chunk | null) => {
  if (chunk === null) return parentPort?.postMessage(mapper.tally)
  const mapped = mapper.map(chunk)
  parentPort?.postMessage(mapped, [mapped.properties.buffer, mapped.sales.buffer])
})
