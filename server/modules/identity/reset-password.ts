import type { PasswordReset } from '@dooryard/contract/credentials'
import { audit } from '../../platform/audit.ts'
import type { PublicContext } from '../../platform/context.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { passwordChangedMail } from '../../platform/mail/templates/account.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endCodes } from './email-codes.queries.ts'
import { guessCode, spendCode } from './email-codes.ts'
import { auditImpersonationsIn } from './end-sessions.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword, verifyUser } from './registration.queries.ts'
import { endSessions } from './sessions.queries.ts'
import { findUser } from './users.queries.ts'

/**
 * Sets a new password by the code that was sent for it or with an invitation, ends every session, and tells the owner,
 * unless it is the first that they choose. The code proves the email, so an account that was not verified is from now on.
 * VALIDATION for a password that is soon guessed, UNPROCESSABLE for any other code.
 */
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
