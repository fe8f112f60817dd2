import type { Services } from '../../../platform/context.ts'
import { type LockedConnection, withLock, withSharedLock } from '../../../platform/postgres/advisory-locks.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getActivationLockKey } from '../lists/list-versions.queries.ts'
import { scrubNumbers } from './scrub-numbers.ts'
import { createScrubPlan, type ScrubPlan } from './scrub-plan.ts'
import { isInternal } from './scrub-rules.ts'

/** The numbers found on the internal lists that a user's numbers are scrubbed against, and a plan of these alone. */
export type InternalListCheck = { listed: ReadonlySet<string>; plan: ScrubPlan }

type InternalListDeps = Pick<Services, 'clickhouse' | 'clock'> & { db: Db }

/** Looks numbers up in the internal lists of the user and the platform as they are now. Throws as `scrubNumbers`. */
export async function checkInternalLists(
  deps: InternalListDeps,
  userId: string,
  numbers: readonly string[],
): Promise<InternalListCheck> {
  const { at, copies } = await createScrubPlan(deps.db, { userId, at: deps.clock.now() })
  const plan = { at, copies: copies.filter(isInternal) }
  if (plan.copies.length === 0) return { listed: new Set(), plan }
  const results = await scrubNumbers(deps, plan, numbers)
  return { listed: new Set(numbers.filter((number) => results.get(number) === 'INTERNAL_DNC')), plan }
}

/**
 * Runs `work` while no number can join the internal list of the user or the platform: earlier changes are visible to
 * it, later ones wait for its end. It must not begin in a transaction, nor use another connection than the given one.
 */
export const withInternalListsKept = <Result>(
  db: Db,
  userId: string,
  work: (connection: LockedConnection) => Promise<Result>,
): Promise<Result> =>
  withLock(db, getInternalLockKey(userId), (connection) =>
    // Shared, since every user's orders keep the platform's list.
    withSharedLock(connection, getInternalLockKey(null), work),
  )

const getInternalLockKey = (ownerId: string | null) => getActivationLockKey({ ownerId, list: 'INTERNAL' })
