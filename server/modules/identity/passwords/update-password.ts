import type { PasswordChange } from '@dooryard/contract/identity/account'
import type { PasswordReset } from '@dooryard/contract/identity/credentials'
import { audit } from '../../../platform/audit.ts'
import type { Context, PublicContext } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { passwordChangedMail } from '../../../platform/mail/templates/account.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { invalidateCodes } from '../codes/email-codes.queries.ts'
import { consumeCode, verifyCode } from '../codes/email-codes.ts'
import { markUserVerified, replacePassword } from '../registration/registration.queries.ts'
import { endFirstFactor } from '../second-factor/second-factor-state.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { auditImpersonationsEnded } from '../sessions/sessions.ts'
import { findPasswordHash, findUser, lockUser, updateUser } from '../users/users.queries.ts'
import { rejectGuessablePassword } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const wrongCurrentPassword: WrongPasswordField = { path: 'currentPassword', message: 'Current password is not right.' }

/** Ends the user's other sessions; UNPROCESSABLE if the current password is wrong. */
export async function updatePassword(
  ctx: Context,
  { currentPassword, newPassword }: Pick<PasswordChange, 'currentPassword' | 'newPassword'>,
  { hash = hashPassword } = {},
): Promise<undefined> {
  const currentHash = await verifyCurrentPassword(ctx, currentPassword, wrongCurrentPassword)
  const owner = await findUser(ctx.db, ctx.actor.userId)
  if (owner) rejectGuessablePassword(ctx, newPassword, owner, 'newPassword')
  const passwordHash = await hash(newPassword, ctx.signal)
  await inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    // Locks codes before the user, like a password reset, to avoid deadlocks.
    await invalidateCodes(db, actor.userId)
    const user = await lockUser(db, actor.userId)
    // The password changed since it was compared, so the given one is no longer current.
    if (user?.passwordHash !== currentHash) throw wrongPasswordError(wrongCurrentPassword)
    const now = clock.now()
    await updateUser(db, user.id, { passwordHash, updatedAt: now })
    const ended = await endSessions(db, { userId: user.id, exceptId: actor.sessionId }, now)
    await endFirstFactor(tx, user.id, { exceptDevice: tx.device?.token })
    await queueMail(tx, passwordChangedMail(toCallersPortal(tx), user, { at: tx.clock.now() }))
    await audit(tx, { action: 'password.changed', object: { type: 'user', id: user.id } })
    await auditImpersonationsEnded(ended, tx)
  })
}

/** Ends every session. The code proves the email, so the account becomes verified. UNPROCESSABLE for a wrong code. */
export async function resetPassword(ctx: PublicContext, reset: PasswordReset): Promise<undefined> {
  rejectGuessablePassword(ctx, reset.password, { email: reset.email })
  // Hashes before verifying the code, so that the time reveals nothing about it.
  const passwordHash = await hashPassword(reset.password, ctx.signal)
  const verified = await verifyCode(ctx, ['RESET_PASSWORD', 'INVITATION'], reset)
  // Only after the code, so that the account's personal data stays unknown without it. The code is not consumed by
  // this.
  const owner = await findUser(ctx.db, verified.userId)
  if (owner) rejectGuessablePassword(ctx, reset.password, owner)
  await inTransaction(ctx, async (tx) => {
    const { userId } = verified
    const now = ctx.clock.now()
    await consumeCode(tx.db, verified)
    await invalidateCodes(tx.db, userId)
    const user = await replacePassword(tx.db, userId, passwordHash, now)
    const isVerifiedNow = await markUserVerified(tx.db, userId, now)
    const ended = await endSessions(tx.db, { userId }, now)
    await endFirstFactor(tx, userId)
    if (verified.purpose !== 'INVITATION')
      await queueMail(tx, passwordChangedMail(toCallersPortal(ctx), user, { at: ctx.clock.now() }))
    const entry = { actorId: userId, object: { type: 'user', id: userId } }
    if (isVerifiedNow) await audit(tx, { action: 'account.verified', ...entry })
    await audit(tx, { action: 'password.reset', ...entry })
    await auditImpersonationsEnded(ended, tx, { actorId: userId })
  })
}

/** UNPROCESSABLE on the field `path` if the password is wrong. */
export async function verifyCurrentPassword(
  ctx: Context,
  password: string,
  refusal: WrongPasswordField,
): Promise<string> {
  const { userId } = ctx.actor
  const passwordHash = await findPasswordHash(ctx.db, userId)
  if (passwordHash !== undefined && (await verifyPassword(passwordHash, password, ctx.signal))) return passwordHash
  await audit(ctx, { action: 'password.refused', object: { type: 'user', id: userId } })
  throw wrongPasswordError(refusal)
}

export type WrongPasswordField = { path: string; message: string }

/** The refusal of calls whose field is `password`. */
export const wrongPassword: WrongPasswordField = { path: 'password', message: 'The password is not right.' }

export const wrongPasswordError = ({ path, message }: WrongPasswordField) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
