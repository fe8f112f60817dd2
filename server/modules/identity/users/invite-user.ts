import { dayMs } from '@dooryard/contract/api/time'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { invitationMail } from '../../../platform/mail/templates/account.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { generateCode, saveCodeHash } from '../codes/email-codes.ts'
import { lockUser, type UserRow } from './users.queries.ts'

export const invitationLifetimeMs = 7 * dayMs

/**
 * Replaces the previous invitation. NOT_FOUND for closed accounts, UNPROCESSABLE for verified and for deactivated
 * users.
 */
export const inviteUser = (ctx: Context, userId: string): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    if (await sendInvitation(tx, userId)) await auditInvited(tx, userId)
    return undefined
  })

/** Throws as above; false if another invitation requested at the same time is being sent. */
export async function sendInvitation(ctx: Context, userId: string): Promise<boolean> {
  const code = generateCode(ctx, invitationLifetimeMs)
  // Locks the code before the user, like a password reset, to avoid deadlocks.
  const isNewest = await saveCodeHash(ctx, userId, 'INVITATION', code)
  const user = await lockUser(ctx.db, userId)
  if (!user) throw notFound('This user')
  const refusal = getInvitationRefusal(user)
  if (refusal) throw appError('UNPROCESSABLE', refusal)
  if (isNewest) await queueMail(ctx, invitationMail(ctx, user, code))
  return isNewest
}

export const auditInvited = (ctx: Context, userId: string): Promise<void> =>
  audit(ctx, { action: 'account.invited', object: { type: 'user', id: userId } })

function getInvitationRefusal({ emailVerifiedAt, isActive }: UserRow): string | null {
  if (emailVerifiedAt)
    return 'This user has verified their email address already, so there is nothing to invite them to.'
  if (!isActive) return 'This account is deactivated. Activate it before you invite its user.'
  return null
}
