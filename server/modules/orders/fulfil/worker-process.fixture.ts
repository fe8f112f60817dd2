import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { StopPoint } from './stopping-worker.fixture.ts'

export type WorkerProcessOptions = {
  connectionString: string
  secret: string
  folder: string
  clickhouseFolder: string
  /** Where it stops and reports so. */
  point: StopPoint | 'properties generated' | undefined
}

/** A worker in its own process, the only one that opens the property store. */
export async function startWorkerProcess(options: WorkerProcessOptions) {
  const program = join(import.meta.dirname, 'own-worker.fixture.ts')
  const child = fork(program, [JSON.stringify(options)])
  const ended = once(child, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('the worker ended by itself')))
  const waitForMessage = () => Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  await waitForMessage()
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    kill,
    /** Kills it as soon as it reaches its stop point. */
    killAtPoint: async () => {
      await waitForMessage()
      await kill()
    },
  }
}
