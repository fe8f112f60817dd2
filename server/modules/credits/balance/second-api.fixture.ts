import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Portal } from '../../../test/portal.ts'
import type { ApiProcessOptions } from './api-process.fixture.ts'

type SecondApiOptions = {
  /** Receives no changes, neither from other processes nor its own. */
  isDeaf?: boolean
  /** Whether rate limits apply as in production. */
  limits?: boolean
  /** How often open streams are checked; defaults to the production interval. */
  lookEveryMs?: number
}

/** Starts a second API on a portal's database, in a separate process. */
export async function startSecondApi({ shared }: Pick<Portal, 'shared'>, options: SecondApiOptions = {}) {
  const { isDeaf = false, limits = false, lookEveryMs } = options
  const input: ApiProcessOptions = { ...shared, isDeaf, limits, lookEveryMs }
  const program = join(import.meta.dirname, 'api-process.fixture.ts')
  const child = fork(program, [JSON.stringify(input)], { execArgv: ['--expose-gc'] })
  const answer = async <T>(): Promise<T> => (await once(child, 'message'))[0]
  const ended = once(child, 'exit')
  const { url } = await Promise.race([
    answer<{ url: string }>(),
    ended.then(() => Promise.reject(new Error('the other process could not start'))),
  ])
  return {
    url,
    /** Resident memory of the process in megabytes. */
    memory: async () => {
      child.send('memory')
      return (await answer<{ megabytes: number }>()).megabytes
    },
    close: async () => {
      child.kill()
      await ended
    },
    /** Kills the process immediately. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
