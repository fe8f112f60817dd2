import { usageDays } from '@dooryard/contract/api-keys'
import { dayMs } from '@dooryard/contract/time'
import { clientGoneStatus } from '../../platform/client-gone.ts'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { addUse, countKeyCalls, countOpenKeys, type KeyUse } from './key-use.queries.ts'

/** A program that hung up was not refused. */
const isRefusal = (status: number) => status >= 400 && status !== clientGoneStatus

type KeyCall = { keyId: string; method: string; path: string; status: number }

/** Calls that come while one is written are added up, so a busy key costs one connection and few statements. */
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
    settled: async () => writing,
  }
}

export async function userKeys(db: Db, userId: string, now: Date) {
  const [keys, { calls, refused }] = await Promise.all([
    countOpenKeys(db, userId, now),
    countKeyCalls(db, userId, dayBefore(now, usageDays - 1)),
  ])
  return { keys, calls, refused }
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const dayBefore = (at: Date, days: number): string => dayOf(new Date(at.getTime() - days * dayMs))
