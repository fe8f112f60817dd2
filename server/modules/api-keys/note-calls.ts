import { clientGoneStatus } from '../../platform/client-gone.ts'
import type { Services } from '../../platform/context.ts'
import { dayOf } from './days-rules.ts'
import { addUse, type KeyUse } from './key-use.queries.ts'

/** A program that hung up was not refused. */
const isRefusal = (status: number) => status >= 400 && status !== clientGoneStatus

type KeyCall = { keyId: string; method: string; path: string; status: number }

/**
 * Gives what notes the calls that keys are used for. Calls are written one key after the other, and whatever comes
 * meanwhile is added up until its turn: a busy key costs one connection and few statements, however many calls it makes.
 */
export function callNotes({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
  const waiting = new Map<string, KeyUse>()
  let writing: Promise<void> | undefined
  const write = async () => {
    // What is added meanwhile comes last.
    for (const [name, use] of waiting) {
      waiting.delete(name)
      await addUse(db, use).catch((error) => log.warn({ err: error }, 'calls of an API key could not be noted'))
    }
    writing = undefined
  }
  const noteCall = ({ keyId, method, path, status }: KeyCall) => {
    const at = clock.now()
    const day = dayOf(at)
    const name = `${keyId} ${day}`
    const { calls = 0, refused = 0 } = waiting.get(name) ?? {}
    waiting.set(name, {
      ...{ keyId, day, calls: calls + 1, refused: refused + (isRefusal(status) ? 1 : 0) },
      last: { at, method, path, status },
    })
    writing ??= write()
  }
  return {
    noteCall,
    /** Resolves once whatever has been noted is written. */
    settled: async () => writing,
  }
}
