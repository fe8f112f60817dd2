import type { Login, SignedIn } from '@dooryard/contract/auth'
import type { PublicContext } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { listCreditSettings } from '../credits/index.ts'
import { passwordFits } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { insertSession } from './sessions.queries.ts'
import { issueAccessToken, issueRefreshToken } from './tokens.ts'
import { findUserByEmail } from './users.queries.ts'

const sessionDays = 30

/** Signs a user in on one more device. Unknown e-mail and wrong password get one answer, in the same time. */
export async function signIn(ctx: PublicContext, { email, password }: Login): Promise<SignedIn> {
  const user = await findUserByEmail(ctx.db, email)
  if (!(await passwordFits(user?.passwordHash, password)) || !user)
    throw appError('NOT_AUTHENTICATED', 'The e-mail address or the password is not right.')
  if (!user.isActive) throw appError('NOT_AUTHENTICATED', 'This account has been deactivated.')
  if (!user.emailVerifiedAt) throw appError('NOT_AUTHENTICATED', 'Please verify your e-mail address first.')
  const session = { id: newId(), userId: user.id }
  const now = ctx.clock.now()
  await insertSession(ctx.db, {
    ...session,
    ...ctx.caller,
    createdAt: now,
    rotatedAt: now,
    lastSeenAt: now,
    expiresAt: sessionEnd(now),
  })
  return {
    user: presentUser(user),
    accessToken: await issueAccessToken(ctx, session),
    refreshToken: issueRefreshToken(ctx.secrets, session.id, 1),
    creditSettings: await listCreditSettings(ctx.db),
  }
}

/** A session lives for 30 days from its last refresh. */
export const sessionEnd = (now: Date) => new Date(now.getTime() + sessionDays * 86_400_000)
