import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Portal } from '../../test/portal.ts'
import type { Given } from './own-api.fixture.ts'

type Options = {
  /** It hears of no change that another process makes, nor of its own. */
  isDeaf?: boolean
  /** Whether calls are limited as they are in earnest. */
  limits?: boolean
  /** How often open streams are looked after; as in earnest unless said. */
  lookEveryMs?: number
}

/** One more API on a portal's database, in a process of its own. */
export async function secondApi({ shared }: Pick<Portal, 'shared'>, options: Options = {}) {
  const { isDeaf = false, limits = false, lookEveryMs } = options
  const given: Given = { ...shared, isDeaf, limits, lookEveryMs }
  const program = join(import.meta.dirname, 'own-api.fixture.ts')
  const child = fork(program, [JSON.stringify(given)], { execArgv: ['--expose-gc'] })
  const answer = async <T>(): Promise<T> => (await once(child, 'message'))[0]
  const ended = once(child, 'exit')
  const { url } = await Promise.race([
    answer<{ url: string }>(),
    ended.then(() => Promise.reject(new Error('the other process could not start'))),
  ])
  return {
    url,
    /** Megabytes that the process has of the machine's memory. */
    memory: async () => {
      child.send('memory')
      return (await answer<{ megabytes: number }>()).megabytes
    },
    close: async () => {
      child.kill()
      await ended
    },
    /** Ends it in the middle of whatever it does. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
