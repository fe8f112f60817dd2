import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Where a worker can be told to stop dead, in the order in which an order comes to them. */
export const points = [
  'begun',
  'leads chosen',
  'vendor about to be asked',
  'vendor asked',
  'file about to be written',
  'file written',
  'order done',
] as const
export type Point = (typeof points)[number] | 'properties generated'

export type Given = {
  connectionString: string
  secret: string
  folder: string
  clickhouseFolder: string
  /** Where it stops dead and says so. */
  point: Point | undefined
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
