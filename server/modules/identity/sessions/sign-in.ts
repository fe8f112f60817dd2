import type { SignedIn } from '@dooryard/contract/identity/auth'
import type { Login } from '@dooryard/contract/identity/credentials'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { type AppError, appError, isAppError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { requestCode } from '../codes/mail-code.ts'
import { lockPassword, replacePasswordHash } from '../passwords/passwords.queries.ts'
import { hashPassword, isOutdated, verifyPassword } from '../passwords/passwords.ts'
import { findAttemptedPassword } from '../registration/registration.queries.ts'
import { findUserByEmail, lockUser } from '../users/users.queries.ts'
import { completeSignIn, getSignedIn } from './complete-sign-in.ts'
import type { SessionDays } from './start-session.ts'

const wrongCredentialsError = () => appError('NOT_AUTHENTICATED', 'The email address or password is incorrect.')
const notVerifiedError = () =>
  appError('EMAIL_NOT_VERIFIED', 'Verify your email address first. Enter the 6-digit code we sent to it.')
const outdatedProofError = () =>
  appError('NOT_AUTHENTICATED', 'Your account has changed in the meantime. Please sign in again.')
export const deactivatedError = () => appError('NOT_AUTHENTICATED', 'This account has been deactivated.')

export type SignInDeps = {
  compare?: typeof verifyPassword
  /** Whether a verification code may be mailed to the address now. */
  countCodeMail: (email: string) => Promise<boolean>
}

/**
 * Signs a user in. An unknown email and a wrong password get the same response in the same time. Anyone may register an
 * address with a password of their own; EMAIL_NOT_VERIFIED for that password, with another code by mail, whether or not the
 * address had an account already, so nobody learns if it had. Only a caller who knows the password learns that an account is
 * deactivated. UNAVAILABLE while too many sign in, and SECOND_FACTOR_REQUIRED for the right password of a user who has one.
 */
export async function signIn(
  ctx: PublicContext,
  { email, password }: Login,
  days: SessionDays,
  { compare = verifyPassword, countCodeMail }: SignInDeps,
): Promise<SignedIn> {
  const user = await findUserByEmail(ctx.db, email)
  const isMatch = await compare(user?.passwordHash, password, ctx.signal)
  if (!user?.emailVerifiedAt || !isMatch) {
    // Looked up and compared also where there is none, so that it takes as long.
    const attempted = await findAttemptedPassword(ctx.db, user?.id ?? newId(), ctx.clock.now())
    const isAttempted = await compare(attempted?.passwordHash, password, ctx.signal)
    if (!isMatch && !isAttempted) return auditAndRefuse(ctx, user?.id, wrongCredentialsError())
    if (await countCodeMail(email)) await requestCode(ctx, email, 'VERIFY_EMAIL')
    return auditAndRefuse(ctx, user?.id, notVerifiedError())
  }
  if (!user.isActive) return auditAndRefuse(ctx, user.id, deactivatedError())
  const passwordHash = isOutdated(user.passwordHash) ? await upgradeHash(ctx, user, password) : user.passwordHash
  const outcome = await inTransaction(ctx, async (tx) =>
    (await lockPassword(tx.db, user.id, passwordHash)) ? completeSignIn(tx, user, days) : null,
  )
  // The password changed or the account was closed during the comparison, so its result no longer counts.
  return outcome ? getSignedIn(outcome) : signIn(ctx, { email, password }, days, { compare, countCodeMail })
}

/**
 * Signs in a user who has proved who they are by other means than the password, such as a mailed link or another
 * provider; with `passwordHash`, only while it is their password. NOT_AUTHENTICATED for a deactivated account, and if
 * the proof no longer counts.
 */
export async function signInProvenUser(
  ctx: PublicContext,
  userId: string,
  days: SessionDays,
  passwordHash?: string,
): Promise<SignedIn> {
  const outcome = await inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx.db, userId)
    if (!user?.emailVerifiedAt || (passwordHash ?? user.passwordHash) !== user.passwordHash) return outdatedProofError()
    return user.isActive ? completeSignIn(tx, user, days) : deactivatedError()
  })
  return isAppError(outcome) ? auditAndRefuse(ctx, userId, outcome) : getSignedIn(outcome)
}

/** An unknown email takes as long as a known one but is not logged, because the log is permanent. */
async function auditAndRefuse(ctx: PublicContext, userId: string | undefined, refusal: AppError): Promise<never> {
  const object = userId ? { object: { type: 'user', id: userId } } : {}
  await audit(ctx, { action: 'session.refused', ...object, reason: refusal.message })
  throw refusal
}

async function upgradeHash(
  { db, signal }: PublicContext,
  user: { id: string; passwordHash: string },
  password: string,
) {
  const renewed = await hashPassword(password, signal)
  await replacePasswordHash(db, user.id, user.passwordHash, renewed)
  return renewed
}
