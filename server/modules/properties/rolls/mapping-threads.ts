import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Mapped } from './map-chunk.ts'
import type { WorkerTask } from './map-lines.worker.ts'
import type { Chunk } from './record-chunks.ts'
import type { Tally } from './roll-report.ts'

export type Mapping = {
  map: (chunk: Chunk) => Promise<Mapped>
  tallies: () => Promise<Tally[]>
  close: () => Promise<unknown>
  /** The most chunks under way at once. */
  room: number
}

// Beyond these, the one thread that reads and loads cannot keep them busy.
const maxThreads = 4
const chunksPerThread = 3
// What they need is little, but they would take what they get before they tidy up.
const resourceLimits = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 96 }

const program = new URL('./map-lines.worker.ts', import.meta.url)

/** Starts threads that map. When one of them fails, so does every chunk under way and after. */
export function mappingThreads(task: WorkerTask, file = program): Mapping {
  const threads = Array.from({ length: Math.min(availableParallelism(), maxThreads) }, () => thread(file, task))
  let asked = 0
  return {
    map: async (chunk) => {
      const inTurn = threads[asked++ % threads.length]
      // A thread answers a chunk with what became of it.
      return inTurn?.ask(chunk, [chunk.bytes.buffer]) as Promise<Mapped>
    },
    tallies: () => Promise.all(threads.map(({ ask }) => ask(null, []) as Promise<Tally>)),
    close: () => Promise.all(threads.map(({ stop }) => stop())),
    room: threads.length * chunksPerThread,
  }
}

function thread(file: URL, task: WorkerTask) {
  // The options of this process, such as those of a test runner, are not its own.
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
