import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Chunk } from '../../../../platform/files/tables/text/record-chunks.ts'
import type { Tally } from '../roll-report.ts'
import type { MappedChunk } from './map-chunk.ts'
import type { WorkerTask } from './map-lines.worker.ts'

export type MapperPool = {
  map: (chunk: Chunk) => Promise<MappedChunk>
  tallies: () => Promise<Tally[]>
  close: () => Promise<unknown>
  /** The maximum number of chunks in flight. */
  room: number
}

// With more threads, the one thread that reads and loads cannot keep them busy.
const maxThreads = 4
const chunksPerThread = 3
// They need little memory, but would use all they get before collecting garbage: with 48 MB of young objects, two
// threads took 65 MB more and saved no time.
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 96 }

const workerUrl = new URL('./map-lines.worker.ts', import.meta.url)

/** Starts mapping threads. When one fails, every chunk in flight and every later one fails. */
export function createMapperPool(task: WorkerTask, file = workerUrl): MapperPool {
  const threads = Array.from({ length: Math.min(availableParallelism(), maxThreads) }, () => startThread(file, task))
  let asked = 0
  return {
    map: async (chunk) => {
      const inTurn = threads[asked++ % threads.length]
      // A thread replies to a chunk with the mapped rows.
      return inTurn?.ask(chunk, [chunk.bytes.buffer]) as Promise<MappedChunk>
    },
    tallies: () => Promise.all(threads.map(({ ask }) => ask(null, []) as Promise<Tally>)),
    close: () => Promise.all(threads.map(({ stop }) => stop())),
    room: threads.length * chunksPerThread,
  }
}

function startThread(file: URL, task: WorkerTask) {
  // It does not inherit this process's options, such as those of a test runner.
  const worker = new Worker(file, { workerData: task, execArgv: [], resourceLimits })
  const waiting: PromiseWithResolvers<unknown>[] = []
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  worker.on('message', (answer) => waiting.shift()?.resolve(answer))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('A thread that maps rows stopped before its work was done.')))

  function ask(question: Chunk | null, transfer: ArrayBuffer[]): Promise<unknown> {
    if (failure) return Promise.reject(failure)
    const answer = Promise.withResolvers<unknown>()
    waiting.push(answer)
    worker.postMessage(question, transfer)
    return answer.promise
  }

  return { ask, stop: () => worker.terminate() }
}
