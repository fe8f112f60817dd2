import { parentPort, workerData } from 'node:worker_threads'
import { resolveSource, type SourceChoice } from '../sources/all.ts'
import { chunkMapper, type MapTask } from './map-chunk.ts'
import type { Chunk } from './record-chunks.ts'

/** What a mapping thread is started with: its source travels as what it is resolved from, for functions do not. */
export type WorkerTask = MapTask & SourceChoice

// Started by `mappingThreads` with this.
const task = workerData as WorkerTask
const mapper = chunkMapper(resolveSource(task), task)

/** A chunk is answered with what became of it, and null with the tally. */
parentPort?.on('message', (chunk: Chunk | null) => {
  if (chunk === null) return parentPort?.postMessage(mapper.tally)
  const mapped = mapper.map(chunk)
  parentPort?.postMessage(mapped, [mapped.properties.buffer, mapped.sales.buffer])
})
