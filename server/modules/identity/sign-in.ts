import type { SignedIn } from '@dooryard/contract/auth'
import type { Login } from '@dooryard/contract/credentials'
import { audit } from '../../platform/audit.ts'
import type { PublicContext } from '../../platform/context.ts'
import { type AppError, appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { holdPassword, replaceHash } from './passwords.queries.ts'
import { hashPassword, isOutdated, passwordFits } from './passwords.ts'
import { type SessionDays, startSession } from './start-session.ts'
import { findUserByEmail } from './users.queries.ts'

const wrong = () =>
  appError('NOT_AUTHENTICATED', 'The email address or the password is not right, or the address is not verified yet.')
const deactivated = () => appError('NOT_AUTHENTICATED', 'This account has been deactivated.')

/**
 * Signs a user in on one more device. Unknown email, wrong password and unverified account get one answer, in the same
 * time: anybody may register an address with a password of their own, and would learn by the difference whether it had
 * an account. That an account is deactivated is told only to who knows its password. UNAVAILABLE while too many others
 * sign in. `days` says how long the session may last; `compare`, whether a password fits a hash, or no hash.
 */
export async function signIn(
  ctx: PublicContext,
  { email, password }: Login,
  days: SessionDays,
  { compare = passwordFits } = {},
): Promise<SignedIn> {
  const user = await findUserByEmail(ctx.db, email)
  const fits = await compare(user?.passwordHash, password, ctx.signal)
  if (!user?.emailVerifiedAt || !fits) return refuse(ctx, user?.id, wrong())
  if (!user.isActive) return refuse(ctx, user.id, deactivated())
  const passwordHash = isOutdated(user.passwordHash) ? await renewHash(ctx, user, password) : user.passwordHash
  const signedIn = await inTransaction(ctx, async (inside) =>
    (await holdPassword(inside.db, user.id, passwordHash)) ? startSession(inside, user, days) : null,
  )
  // While the password was compared it was changed or its account closed, so what was compared says nothing any more.
  return signedIn ?? signIn(ctx, { email, password }, days, { compare })
}

/**
 * Refuses a sign-in. For an unknown email the same is done as for a known one, so that it takes as long, but for the
 * email itself: the log keeps what it holds for good, and nobody here has that address.
 */
async function refuse(ctx: PublicContext, userId: string | undefined, refusal: AppError): Promise<never> {
  const object = userId ? { object: { type: 'user', id: userId } } : {}
  await audit(ctx, { action: 'session.refused', ...object, reason: refusal.message })
  throw refusal
}

async function renewHash({ db, signal }: PublicContext, user: { id: string; passwordHash: string }, password: string) {
  const renewed = await hashPassword(password, signal)
  await replaceHash(db, user.id, user.passwordHash, renewed)
  return renewed
}
