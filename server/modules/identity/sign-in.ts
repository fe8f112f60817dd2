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
 * Signs a user in. An unknown email, a wrong password and an unverified account get the same answer in the same time:
 * anybody may register an address with a password of their own, and a difference would say whether it had an account.
 * That an account is deactivated is said only to someone who knows its password. UNAVAILABLE while too many sign in.
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

/** An unknown email takes as long as a known one, but is not logged: the log keeps what it holds for good. */
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
