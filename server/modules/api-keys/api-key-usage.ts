import { dayMs } from '@dooryard/contract/api/time'
import { usageDays } from '@dooryard/contract/integrations/api-keys'
import type { Services } from '../../platform/context.ts'
import { clientClosedStatus } from '../../platform/errors/client-closed.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type ApiKeyUsageRow, addApiKeyUsage, countActiveApiKeys, countApiKeyCalls } from './api-key-usage.queries.ts'

/** A call whose client disconnected was not refused. */
const isRefused = (status: number) => status >= 400 && status !== clientClosedStatus

type ApiKeyCall = { keyId: string; method: string; path: string; status: number }

/** Sums calls that arrive during a write, so a busy key costs one connection and few statements. */
export function createCallRecorder({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
  const pending = new Map<string, ApiKeyUsageRow>()
  let inFlight: Promise<void> | undefined
  const write = async () => {
    // Entries added during a write come last.
    for (const [name, use] of pending) {
      pending.delete(name)
      await addApiKeyUsage(db, use).catch((error) => log.warn({ err: error }, 'calls of an API key could not be noted'))
    }
    inFlight = undefined
  }
  const recordCall = ({ keyId, method, path, status }: ApiKeyCall) => {
    const at = clock.now()
    const day = toUtcDay(at)
    const name = `${keyId} ${day}`
    const { calls = 0, refused = 0 } = pending.get(name) ?? {}
    pending.set(name, {
      ...{ keyId, day, calls: calls + 1, refused: refused + (isRefused(status) ? 1 : 0) },
      last: { at, method, path, status },
    })
    inFlight ??= write()
  }
  return {
    recordCall,
    settled: async () => inFlight,
  }
}

export async function getUserApiKeyStats(db: Db, userId: string, now: Date) {
  const [keys, { calls, refused }] = await Promise.all([
    countActiveApiKeys(db, userId, now),
    countApiKeyCalls(db, userId, getDayBefore(now, usageDays - 1)),
  ])
  return { keys, calls, refused }
}

export const toUtcDay = (at: Date): string => at.toISOString().slice(0, 10)

export const getDayBefore = (at: Date, days: number): string => toUtcDay(new Date(at.getTime() - days * dayMs))
