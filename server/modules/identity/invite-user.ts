import { dayMs } from '@dooryard/contract/time'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { invitationMail } from '../../platform/mail/templates/account.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { drawCode, keepCode } from './email-codes.ts'
import { lockUser, type UserRow } from './users.queries.ts'

export const invitationMs = 7 * dayMs

/** Ends the invitation before. NOT_FOUND for closed accounts, UNPROCESSABLE for verified and for deactivated users. */
export const inviteUser = (ctx: Context, userId: string): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    if (await mailInvitation(inside, userId)) await auditInvited(inside, userId)
    return undefined
  })

/** Refuses as above; false where another invitation that was asked for in the same instant is on its way. */
export async function mailInvitation(ctx: Context, userId: string): Promise<boolean> {
  const drawn = drawCode(ctx, invitationMs)
  // Before the user is locked, as whoever resets a password does, so that the two never wait for each other.
  const isNewest = await keepCode(ctx, userId, 'INVITATION', drawn)
  const user = await lockUser(ctx.db, userId)
  if (!user) throw notFound('This user')
  const refusal = refusalOf(user)
  if (refusal) throw appError('UNPROCESSABLE', refusal)
  if (isNewest) await queueMail(ctx, invitationMail(ctx, user, drawn))
  return isNewest
}

export const auditInvited = (ctx: Context, userId: string): Promise<void> =>
  audit(ctx, { action: 'account.invited', object: { type: 'user', id: userId } })

function refusalOf({ emailVerifiedAt, isActive }: UserRow): string | null {
  if (emailVerifiedAt)
    return 'This user has verified their email address already, so there is nothing to invite them to.'
  if (!isActive) return 'This account is deactivated. Activate it before you invite its user.'
  return null
}
