import type { PasswordChange } from '@dooryard/contract/account'
import type { PasswordReset } from '@dooryard/contract/credentials'
import { audit } from '../../platform/audit.ts'
import type { Context, PublicContext } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { passwordChangedMail } from '../../platform/mail/templates/account.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endCodes } from './email-codes.queries.ts'
import { guessCode, spendCode } from './email-codes.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { replacePassword, verifyUser } from './registration.queries.ts'
import { endSessions } from './sessions.queries.ts'
import { auditImpersonationsIn } from './sessions.ts'
import { findPasswordHash, findUser, lockUser, updateUser } from './users.queries.ts'

const wrong: WrongPassword = { path: 'currentPassword', message: 'Current password is not right.' }

/** Ends the user's other sessions; UNPROCESSABLE where the current password is not right. */
export async function updatePassword(
  ctx: Context,
  { currentPassword, newPassword }: Pick<PasswordChange, 'currentPassword' | 'newPassword'>,
  { hash = hashPassword } = {},
): Promise<undefined> {
  const currentHash = await givenPasswordHash(ctx, currentPassword, wrong)
  const owner = await findUser(ctx.db, ctx.actor.userId)
  if (owner) refuseGuessable(ctx, newPassword, owner, 'newPassword')
  const passwordHash = await hash(newPassword, ctx.signal)
  await inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    // Before the user is locked, as whoever resets a password does, so that the two never wait for each other.
    await endCodes(db, actor.userId)
    const user = await lockUser(db, actor.userId)
    // Changed by somebody else since it was compared: then what was given is no longer the current one.
    if (user?.passwordHash !== currentHash) throw wrongPassword(wrong)
    const now = clock.now()
    await updateUser(db, user.id, { passwordHash, updatedAt: now })
    const ended = await endSessions(db, { userId: user.id, exceptId: actor.sessionId }, now)
    await queueMail(inside, passwordChangedMail(inside, user, { at: inside.clock.now() }))
    await audit(inside, { action: 'password.changed', object: { type: 'user', id: user.id } })
    await auditImpersonationsIn(ended, inside)
  })
}

/** Ends every session. The code proves the email, so the account is verified. UNPROCESSABLE for a wrong code. */
export async function resetPassword(ctx: PublicContext, reset: PasswordReset): Promise<undefined> {
  refuseGuessable(ctx, reset.password, { email: reset.email })
  // Before the code is looked at, so that the time says nothing about it.
  const passwordHash = await hashPassword(reset.password, ctx.signal)
  const right = await guessCode(ctx, ['RESET_PASSWORD', 'INVITATION'], reset)
  // Only now, so that nobody learns without the code what the account says of its owner. The code is not spent by it.
  const owner = await findUser(ctx.db, right.userId)
  if (owner) refuseGuessable(ctx, reset.password, owner)
  await inTransaction(ctx, async (inside) => {
    const { userId } = right
    const now = ctx.clock.now()
    await spendCode(inside.db, right)
    await endCodes(inside.db, userId)
    const user = await replacePassword(inside.db, userId, passwordHash, now)
    const isVerifiedNow = await verifyUser(inside.db, userId, now)
    const ended = await endSessions(inside.db, { userId }, now)
    if (right.purpose !== 'INVITATION') await queueMail(inside, passwordChangedMail(ctx, user, { at: ctx.clock.now() }))
    const entry = { actorId: userId, object: { type: 'user', id: userId } }
    if (isVerifiedNow) await audit(inside, { action: 'account.verified', ...entry })
    await audit(inside, { action: 'password.reset', ...entry })
    await auditImpersonationsIn(ended, inside, { actorId: userId })
  })
}

/** UNPROCESSABLE on the field `path` where the password is not right. */
export async function givenPasswordHash(ctx: Context, password: string, refusal: WrongPassword): Promise<string> {
  const { userId } = ctx.actor
  const passwordHash = await findPasswordHash(ctx.db, userId)
  if (passwordHash !== undefined && (await passwordFits(passwordHash, password, ctx.signal))) return passwordHash
  await audit(ctx, { action: 'password.refused', object: { type: 'user', id: userId } })
  throw wrongPassword(refusal)
}

export type WrongPassword = { path: string; message: string }

export const wrongPassword = ({ path, message }: WrongPassword) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
