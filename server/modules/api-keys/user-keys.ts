import { usageDays } from '@dooryard/contract/api-keys'
import type { Db } from '../../platform/postgres/database.ts'
import { dayBefore } from './days-rules.ts'
import { countKeyCalls, countOpenKeys } from './user-keys.queries.ts'

/** How many keys of a user open something now, and the calls with all of them on the last 30 days, today included. */
export async function userKeys(db: Db, userId: string, now: Date) {
  const [keys, { calls, refused }] = await Promise.all([
    countOpenKeys(db, userId, now),
    countKeyCalls(db, userId, dayBefore(now, usageDays - 1)),
  ])
  return { keys, calls, refused }
}
