import type { Context } from '../../../platform/context.ts'
import { insertFirstSearch } from './first-steps.queries.ts'

/** Users remembered per process, about 1 MB. */
const maxRemembered = 10_000

/**
 * Returns a function that stores when a user first searched. A search counts on every keystroke, so each process asks
 * the database once per user. Searches of an administrator who acts as the user do not count. A failure is logged and
 * does not fail the search.
 */
export function createSearchRecorder() {
  const recorded = new Set<string>()
  return async ({ db, clock, actor, log }: Pick<Context, 'db' | 'clock' | 'actor' | 'log'>): Promise<void> => {
    if (actor.impersonator || recorded.has(actor.userId)) return
    try {
      await insertFirstSearch(db, actor.userId, clock.now())
      if (recorded.size >= maxRemembered) recorded.clear()
      recorded.add(actor.userId)
    } catch (error) {
      log.warn({ err: error }, 'A first search was not recorded')
    }
  }
}
