import type { NewUser } from '@dooryard/contract/admin-users'
import type { User } from '@dooryard/contract/users'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { auditCreated, insertWithCredits } from './create-user.ts'
import { auditInvited, mailInvitation } from './invite-user.ts'
import { hashOfUnknown } from './passwords.ts'
import { userOf } from './user-of.ts'

/**
 * Makes an account of any role for somebody else: its email not verified, its credits none, and its password one that
 * nobody knows, until its owner chooses one by an invitation or a reset code. CONFLICT when the email is taken.
 */
export async function addUser(ctx: Context, { sendInvite, companyName, ...facts }: NewUser): Promise<User> {
  const passwordHash = await hashOfUnknown(ctx.signal)
  return inTransaction(ctx, async (inside) => {
    const user = { ...facts, companyName: companyName || null, passwordHash, madeByAdministrator: true }
    const made = await insertWithCredits(inside.db, user)
    if (!made) throw emailTaken(facts.email)
    const isInvited = sendInvite && (await mailInvitation(inside, made.id))
    await auditCreated(inside, made)
    if (isInvited) await auditInvited(inside, made.id)
    return userOf(inside.db, made.id)
  })
}

function emailTaken(email: string) {
  const message = `${email} has an account already.`
  return appError('CONFLICT', message, { issues: [{ path: 'email', message }] })
}
