import type { Context } from '../../platform/context.ts'
import { sessionEnded } from './session-ended.ts'
import { holdOpen } from './users.queries.ts'

/**
 * Keeps the caller's account open until the transaction ends, so that nothing new is left with one that closes at the
 * same time. NOT_AUTHENTICATED where it is closed or deactivated by now.
 */
export async function holdAccount({ db, actor }: Pick<Context, 'db'> & { actor: { userId: string } }): Promise<void> {
  if (!(await holdOpen(db, actor.userId))) throw sessionEnded()
}
