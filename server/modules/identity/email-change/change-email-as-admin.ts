import type { Role } from '@dooryard/contract/api/roles'
import type { AdminEmailChange } from '@dooryard/contract/identity/email-change'
import type { User } from '@dooryard/contract/identity/users'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { verificationMail } from '../../../platform/mail/templates/account.ts'
import { emailReplacedMail } from '../../../platform/mail/templates/email-change.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { invalidateCodes } from '../codes/email-codes.queries.ts'
import { generateCode, saveCodeHash } from '../codes/email-codes.ts'
import { deleteIdentities } from '../external/external.queries.ts'
import { endFirstFactor } from '../second-factor/second-factor-state.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { auditImpersonationsEnded } from '../sessions/sessions.ts'
import { lockUser, updateUser } from '../users/users.queries.ts'
import { presentUser } from '../users/users.ts'
import { releaseEmail, replacingEmail } from './confirm-email-change.ts'
import { isSameEmail } from './request-email-change.ts'

/**
 * For a user who has lost the mailbox: replaces the address, ends their sessions, disconnects their sign-in providers,
 * and lets them in again once they have verified the new one. NOT_FOUND for closed accounts, CONFLICT if the address is
 * taken, UNPROCESSABLE for administrators and for the present address.
 */
export const changeEmailAsAdmin = (ctx: Context, userId: string, { email, reason }: AdminEmailChange): Promise<User> =>
  replacingEmail(email, () =>
    inTransaction(ctx, async (tx) => {
      const { db, actor, clock } = tx
      if (userId === actor.userId)
        throw appError('UNPROCESSABLE', 'Change your own email address in your account settings.')
      const now = clock.now()
      // Locks codes before users, like a password reset, to avoid deadlocks. Those sent so far went to the old address.
      await invalidateCodes(db, userId)
      const code = generateCode(tx)
      await saveCodeHash(tx, userId, 'VERIFY_EMAIL', code)
      await releaseEmail(db, email, now)
      const user = await lockUser(db, userId)
      if (!user) throw notFound('This user')
      // The code alone signs in, and nobody may act as an administrator.
      if (user.role === ('SUPER_ADMIN' satisfies Role)) throw appError('UNPROCESSABLE', administratorMessage)
      if (isSameEmail(user.email, email)) throw sameEmailError()
      // Unverified accounts are replaced by registrations and purged, except those that administrators made.
      const newValues = { email, emailVerifiedAt: null, madeByAdministrator: true }
      await updateUser(db, userId, { ...newValues, updatedAt: now })
      const ended = await endSessions(db, { userId }, now)
      await endFirstFactor(tx, userId)
      // Anyone who has the old mailbox has the account at its provider, too. Passkeys are on the user's own devices.
      const disconnected = await deleteIdentities(db, userId)
      await queueMail(tx, emailReplacedMail(tx, user, { why: reason, at: now }))
      await queueMail(tx, verificationMail(tx, { email }, code))
      await audit(tx, {
        action: 'account.email_changed',
        object: { type: 'user', id: userId },
        before: { email: user.email },
        after: { email },
        reason,
      })
      for (const before of disconnected)
        await audit(tx, { action: 'provider.disconnected', object: { type: 'user', id: userId }, before, reason })
      await auditImpersonationsEnded(ended, tx)
      return presentUser({ ...user, ...newValues })
    }),
  )

const administratorMessage = 'Administrators keep their address: change their role first.'

function sameEmailError() {
  const message = 'This is their email address already.'
  return appError('UNPROCESSABLE', message, { issues: [{ path: 'email', message }] })
}
