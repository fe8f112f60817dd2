import { timingSafeEqual } from 'node:crypto'
import type { EmailChangeConfirmation } from '@dooryard/contract/identity/email-change'
import type { User } from '@dooryard/contract/identity/users'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { emailChangedMail } from '../../../platform/mail/templates/email-change.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { deleteCodes, invalidateCodes } from '../codes/email-codes.queries.ts'
import { deleteUnverifiedUser } from '../registration/registration.queries.ts'
import { endFirstFactor } from '../second-factor/second-factor-state.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { auditImpersonationsEnded, sessionEndedError } from '../sessions/sessions.ts'
import { findUserByEmail, lockUser, updateUser } from '../users/users.queries.ts'
import { presentUser } from '../users/users.ts'
import { countEmailChangeAttempt, type EmailChangeRow, takeEmailChange } from './email-changes.queries.ts'
import { hashEmailChangeCode, isEmailTaken } from './request-email-change.ts'

const maxAttempts = 5

/**
 * Changes the email once both mailboxes are proved. Ends the user's other sessions and the codes and links mailed to the
 * old address, which is told. UNPROCESSABLE for a wrong or expired code; CONFLICT if another account got the address
 * meanwhile.
 */
export async function confirmEmailChange(ctx: Context, codes: EmailChangeConfirmation): Promise<User> {
  const { userId, sessionId } = ctx.actor
  const change = await countEmailChangeAttempt(ctx.db, { userId, allowed: maxAttempts, now: ctx.clock.now() })
  const wrongFields = change ? listWrongCodes(ctx, change, codes) : (['newCode', 'currentCode'] as const)
  const [wrongField] = wrongFields
  if (!change || wrongField) {
    await audit(ctx, {
      action: 'code.refused',
      object: { type: 'user', id: userId },
      after: { purpose: 'CHANGE_EMAIL' },
    })
    throw wrongCodesError(wrongFields)
  }
  return replacingEmail(change.newEmail, () =>
    inTransaction(ctx, async (tx) => {
      const { db, clock } = tx
      // Locks codes before users, like a password reset, to avoid deadlocks.
      await invalidateCodes(db, userId)
      // First: of two confirmations at once, the later one finds its codes used, not the address taken by its own user.
      if (!(await takeEmailChange(db, userId, change.newCodeHash))) throw wrongCodesError(['newCode', 'currentCode'])
      await releaseEmail(db, change.newEmail, clock.now())
      const user = await lockUser(db, userId)
      if (!user?.isActive) throw sessionEndedError()
      const now = clock.now()
      const newValues = { email: change.newEmail, emailVerifiedAt: now }
      await updateUser(db, userId, { ...newValues, updatedAt: now })
      const ended = await endSessions(db, { userId, exceptId: sessionId }, now)
      await endFirstFactor(tx, userId, { exceptDevice: tx.device?.token })
      await queueMail(tx, emailChangedMail(toCallersPortal(tx), user, { newEmail: change.newEmail, at: now }))
      await audit(tx, {
        action: 'account.email_changed',
        object: { type: 'user', id: userId },
        before: { email: user.email },
        after: { email: change.newEmail },
      })
      await auditImpersonationsEnded(ended, tx)
      return presentUser({ ...user, ...newValues })
    }),
  )
}

type CodeField = keyof EmailChangeConfirmation

/** Both are compared, so that the time does not tell which of them is wrong. */
function listWrongCodes(ctx: Context, change: EmailChangeRow, codes: EmailChangeConfirmation): CodeField[] {
  const subject = { userId: ctx.actor.userId, email: change.newEmail }
  const isRight = (of: 'NEW' | 'CURRENT', stored: Buffer, code: string) => {
    const codeHash = hashEmailChangeCode(ctx.secrets, { ...subject, of }, code)
    return stored.length === codeHash.length && timingSafeEqual(stored, codeHash)
  }
  const isNewRight = isRight('NEW', change.newCodeHash, codes.newCode)
  const isCurrentRight = isRight('CURRENT', change.currentCodeHash, codes.currentCode)
  return [...(isNewRight ? [] : (['newCode'] as const)), ...(isCurrentRight ? [] : (['currentCode'] as const))]
}

function wrongCodesError(paths: readonly CodeField[]) {
  const message = 'The code is not right or has expired.'
  return appError('UNPROCESSABLE', message, { issues: paths.map((path) => ({ path, message })) })
}

/** Deletes an account at this address that nobody has verified, as a registration would replace it. */
export async function releaseEmail(db: Db, email: string, now: Date): Promise<void> {
  const holder = await findUserByEmail(db, email)
  if (isEmailTaken(holder)) throw emailTakenError(email)
  if (!holder) return
  await deleteCodes(db, holder.id)
  await deleteUnverifiedUser(db, holder.id, new Date(now.getTime() + 1))
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: unique_violation, and foreign_key_violation where an
// unverified account has been given credits.
const takenCodes = ['23505', '23503']

/** Runs a transaction that sets an email; CONFLICT where another account has it, also of two that ask at once. */
export const replacingEmail = <Result>(email: string, run: () => Promise<Result>): Promise<Result> =>
  run().catch((error) => {
    throw takenCodes.includes(error.code) ? emailTakenError(email) : error
  })

function emailTakenError(email: string) {
  const message = `${email} has an account already.`
  return appError('CONFLICT', message, { issues: [{ path: 'email', message }] })
}
