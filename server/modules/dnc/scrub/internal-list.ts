import type { Services } from '../../../platform/context.ts'
import { type LockedConnection, withLock } from '../../../platform/postgres/advisory-locks.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getActivationLockKey } from '../lists/list-versions.queries.ts'
import { scrubNumbers } from './scrub-numbers.ts'
import { createScrubPlan, type ScrubPlan } from './scrub-plan.ts'
import { isOwnInternal } from './scrub-rules.ts'

/** The numbers found on a user's own internal list, and a plan of that list alone. */
export type InternalListCheck = { listed: ReadonlySet<string>; plan: ScrubPlan }

type InternalListDeps = Pick<Services, 'clickhouse' | 'clock'> & { db: Db }

/** Looks numbers up in the user's own internal list as it is now. Throws as `scrubNumbers`. */
export async function checkInternalList(
  deps: InternalListDeps,
  userId: string,
  numbers: readonly string[],
): Promise<InternalListCheck> {
  const { at, copies } = await createScrubPlan(deps.db, { userId, at: deps.clock.now() })
  const plan = { at, copies: copies.filter(isOwnInternal) }
  if (plan.copies.length === 0) return { listed: new Set(), plan }
  const results = await scrubNumbers(deps, plan, numbers)
  return { listed: new Set(numbers.filter((number) => results.get(number) === 'INTERNAL_DNC')), plan }
}

/**
 * Runs `work` while no number can join or leave the user's internal list: earlier changes are visible to it, later ones
 * wait for its end. It must not begin in a transaction, nor use another connection than the given one.
 */
export const withInternalListKept = <Result>(
  db: Db,
  userId: string,
  work: (connection: LockedConnection) => Promise<Result>,
): Promise<Result> => withLock(db, getActivationLockKey({ ownerId: userId, list: 'INTERNAL' }), work)
