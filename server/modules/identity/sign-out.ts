import type { Context } from '../../platform/context.ts'
import { endSession } from './sessions.queries.ts'

/** Ends the session that asks; its tokens open nothing from now on. */
export async function signOut({ db, actor, clock }: Context): Promise<undefined> {
  await endSession(db, actor.sessionId, clock.now())
}
