import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@dooryard/contract/api/errors'
import { appError } from '../../../../../../platform/errors/app-error.ts'
import type { ImportedPart } from '../import-map.ts'

export type MapChange =
  | { kind: 'IMPORT'; dataDir: string; path: string }
  | { kind: 'REMOVE'; dataDir: string; name: string; maxWaitMs: number }

type Done = { kind: 'IMPORTED'; parts: ImportedPart[] } | { kind: 'REMOVED'; names: string[] }

export type MapChangeMessage =
  | Done
  | { kind: 'PROGRESS'; rows: number; share: number }
  | { kind: 'REFUSED'; code: ErrorCode; message: string }

type MapChangeOptions = {
  onProgress?: (at: { rows: number; share: number }) => void
  signal?: AbortSignal
}

/**
 * Changes the map in a thread of its own: cutting a state into tiles takes minutes of one processor. Ends early when
 * `signal` aborts; maps then show what they did, or all of the change if its map was just written. UNPROCESSABLE for a
 * file that is no map, CONFLICT for a removal during another change of the map.
 */
export async function changeMap(change: MapChange, { onProgress, signal }: MapChangeOptions = {}): Promise<Done> {
  // It does not inherit this process's options, such as those of a test runner.
  const worker = new Worker(new URL('./map-change.worker.ts', import.meta.url), { workerData: change, execArgv: [] })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  worker.on('message', (message: MapChangeMessage) => {
    if (message.kind === 'REFUSED') return reject(appError(message.code, message.message))
    if (message.kind !== 'PROGRESS') return resolve(message)
    try {
      onProgress?.(message)
    } catch (error) {
      // Thrown in a handler of the thread, it would end the process.
      reject(error)
    }
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The thread that changes the map ended before it was done.')))
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
