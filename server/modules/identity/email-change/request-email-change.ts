import { createHmac } from 'node:crypto'
import type { MessageResponse } from '@dooryard/contract/identity/auth'
import type { EmailChangeRequest } from '@dooryard/contract/identity/email-change'
import { Email } from '@dooryard/contract/identity/users'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Context, Services } from '../../../platform/context.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { createEncryptedTask } from '../../../platform/jobs/encrypted-jobs.ts'
import type { Task } from '../../../platform/jobs/jobs.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { emailTakenMail, newEmailCodeMail, oldEmailCodeMail } from '../../../platform/mail/templates/email-change.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { GeneratedCode, generateCode } from '../codes/email-codes.ts'
import { addDelayedJob } from '../codes/mail-code.ts'
import { verifyCurrentPassword, wrongPassword } from '../passwords/update-password.ts'
import { isRegistrable } from '../registration/register.ts'
import { findUser, findUserByEmail, type UserRow } from '../users/users.queries.ts'
import { saveEmailChange } from './email-changes.queries.ts'

/**
 * Mails a code to each of both addresses. The response is the same whether or not another account has the new one, which
 * is not looked up before the job runs. UNPROCESSABLE for a wrong password and for the present address.
 */
export async function requestEmailChange(
  ctx: Context,
  { email, password }: EmailChangeRequest,
): Promise<MessageResponse> {
  await verifyCurrentPassword(ctx, password, wrongPassword)
  const { userId } = ctx.actor
  const user = await findUser(ctx.db, userId)
  if (!user || isSameEmail(user.email, email)) {
    const message = 'This is your email address already.'
    throw appError('UNPROCESSABLE', message, { issues: [{ path: 'email', message }] })
  }
  const codes = { newCode: generateCode(ctx), currentCode: generateCode(ctx) }
  const payload: EmailChangePayload = {
    userId,
    currentEmail: user.email,
    email,
    ...codes,
    portalAddress: ctx.portalAddress,
  }
  await inTransaction(ctx, async (tx) => {
    await addDelayedJob(tx, mailEmailChangeJob, payload)
    await audit(tx, {
      action: 'account.email_change_requested',
      object: { type: 'user', id: userId },
      before: { email: user.email },
      after: { email },
    })
  })
  return { message: `Codes are on their way to ${email} and ${user.email}.` }
}

export const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const mailEmailChangeJob = 'mail-email-change'

const EmailChangePayload = z.object({
  userId: z.string(),
  currentEmail: z.string(),
  email: Email,
  newCode: GeneratedCode,
  currentCode: GeneratedCode,
  portalAddress: z.string().optional(),
})
type EmailChangePayload = z.infer<typeof EmailChangePayload>

/** Both addresses get a mail, whether or not another account has the new one. */
export const runMailEmailChange = (services: Services): Task =>
  createEncryptedTask(services, mailEmailChangeJob, EmailChangePayload, (payload) =>
    inTransaction(services, (tx) => mailEmailChange(tx, payload)),
  )

async function mailEmailChange(
  services: Services,
  { userId, currentEmail, email, newCode, currentCode, portalAddress }: EmailChangePayload,
) {
  const { db, secrets } = services
  const user = await findUser(db, userId)
  // Closed, deactivated or changed meanwhile.
  if (!user?.isActive || user.email !== currentEmail) return
  const isTaken = isEmailTaken(await findUserByEmail(db, email))
  const isNew = await saveEmailChange(db, {
    userId,
    newEmail: email,
    newCodeHash: isTaken ? Buffer.alloc(0) : hashEmailChangeCode(secrets, { userId, email, of: 'NEW' }, newCode.code),
    currentCodeHash: hashEmailChangeCode(secrets, { userId, email, of: 'CURRENT' }, currentCode.code),
    expiresAt: new Date(newCode.expiresAt),
  })
  // This job has run before, or a later request has run first.
  if (!isNew) return
  const toNew = { email }
  const portal = toCallersPortal({ ...services, portalAddress })
  await queueMail(services, oldEmailCodeMail(portal, user, { ...currentCode, newEmail: email }))
  await queueMail(services, isTaken ? emailTakenMail(services, toNew) : newEmailCodeMail(portal, toNew, newCode))
}

/** An account that nobody has verified does not keep an address from who proves that it is theirs. */
export const isEmailTaken = (user: UserRow | undefined): boolean => user !== undefined && !isRegistrable(user)

type CodeSubject = { userId: string; email: string; of: 'NEW' | 'CURRENT' }

/** Keyed, because a million codes are quickly tried, and bound to one user, new address and mailbox. */
export const hashEmailChangeCode = (secrets: Secrets, { userId, email, of }: CodeSubject, code: string): Buffer =>
  createHmac('sha256', secrets.derive('email-change')).update(`${userId} ${of} ${email} ${code}`).digest()
