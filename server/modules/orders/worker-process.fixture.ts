import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Point } from './stopping-worker.fixture.ts'

export type Given = {
  connectionString: string
  secret: string
  folder: string
  clickhouseFolder: string
  /** Where it stops dead and says so. */
  point: Point | 'properties generated' | undefined
}

/** A worker in a process of its own, which alone opens the property store. */
export async function workerProcess(given: Given) {
  const program = join(import.meta.dirname, 'own-worker.fixture.ts')
  const child = fork(program, [JSON.stringify(given)])
  const ended = once(child, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('the worker ended by itself')))
  const heard = () => Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  await heard()
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    kill,
    /** Kills it as soon as it stands where it was told to. */
    killAtPoint: async () => {
      await heard()
      await kill()
    },
  }
}
