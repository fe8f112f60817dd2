import type { SignedIn } from '@dooryard/contract/identity/auth'
import type { PublicContext } from '../../../platform/context.ts'
import type { UserRow } from '../users/users.queries.ts'
import { type SessionDays, startSession } from './start-session.ts'

/** Signs in a user who has proved who they are, by whatever way. The caller has locked the user. */
export const completeSignIn = (ctx: PublicContext, user: UserRow, days: SessionDays): Promise<SignedIn> =>
  startSession(ctx, user, days)
