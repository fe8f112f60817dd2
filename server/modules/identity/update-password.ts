import type { PasswordChange } from '@dooryard/contract/account'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { passwordChangedMail } from '../../platform/mail/templates/account.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endCodes } from './email-codes.queries.ts'
import { auditImpersonationsIn } from './end-sessions.ts'
import { givenPasswordHash, type WrongPassword, wrongPassword } from './own-password.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.queries.ts'
import { findUser, lockUser, updateUser } from './users.queries.ts'

const wrong: WrongPassword = { path: 'currentPassword', message: 'Current password is not right.' }

/**
 * Gives a user another password, hashed by `hash`, and ends their other sessions; UNPROCESSABLE where the current one is
 * not right.
 */
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
