import { randomInt } from 'node:crypto'
import type { MessageResponse } from '@dooryard/contract/identity/auth'
import type { EmailOnly } from '@dooryard/contract/identity/credentials'
import { Email } from '@dooryard/contract/identity/users'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext, Services } from '../../../platform/context.ts'
import { addEncryptedJob, createEncryptedTask } from '../../../platform/jobs/encrypted-jobs.ts'
import type { Task } from '../../../platform/jobs/jobs.ts'
import { type Mail, queueMail } from '../../../platform/mail/mail.ts'
import {
  deactivatedMail,
  existingAccountMail,
  invitationMail,
  resetMail,
  verificationMail,
} from '../../../platform/mail/templates/account.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type CallersPortal, toCallersPortal } from '../../../platform/util/portal-address.ts'
import { invitationLifetimeMs } from '../users/invite-user.ts'
import { findUserByEmail, type UserRow } from '../users/users.queries.ts'
import type { CodePurpose } from './email-codes.queries.ts'
import { GeneratedCode, generateCode, saveCodeHash, withLifetime } from './email-codes.ts'

/** The response is the same for every email. */
export async function forgotPassword(ctx: PublicContext, { email }: EmailOnly): Promise<MessageResponse> {
  await requestCode(ctx, email, 'RESET_PASSWORD')
  return { message: `If ${email} has an account, a 6-digit code is on its way to it.` }
}

/** Replaces the previous codes. The response is the same for every email. */
export async function resendVerification(ctx: PublicContext, { email }: EmailOnly): Promise<MessageResponse> {
  await requestCode(ctx, email, 'VERIFY_EMAIL')
  return { message: `If ${email} is still to be verified, a new 6-digit code is on its way to it.` }
}

export const mailCodeJob = 'mail-code'

const MailCodePayload = z.object({
  email: Email,
  purpose: z.enum(['VERIFY_EMAIL', 'RESET_PASSWORD'] satisfies CodePurpose[]),
  drawn: GeneratedCode,
  portalAddress: z.string().optional(),
  requestId: z.string(),
  caller: z.object({ ipAddress: z.string(), userAgent: z.string() }),
})
type MailCodePayload = z.infer<typeof MailCodePayload>

/** The email is not looked up before the job runs. */
export function requestCode(ctx: PublicContext, email: string, purpose: MailCodePayload['purpose']): Promise<void> {
  const { requestId, caller, portalAddress } = ctx
  const payload: MailCodePayload = { email, purpose, drawn: generateCode(ctx), requestId, caller, portalAddress }
  return addDelayedJob(ctx, mailCodeJob, payload)
}

/** An email without an account causes the same database and queue work. */
export const runMailCode = (services: Services): Task =>
  createEncryptedTask(services, mailCodeJob, MailCodePayload, (payload) =>
    inTransaction(services, (tx) => mailCode(tx, payload)),
  )

async function mailCode(services: Services, { email, purpose, drawn, portalAddress, ...payload }: MailCodePayload) {
  const from = { publicUrl: services.publicUrl, portalAddress }
  const user = await findUserByEmail(services.db, email)
  const toSend = user && isUnusedInvitation(user, purpose) ? toInvitation(drawn) : { purpose, drawn }
  // False without an account, if this job has run before, or if a later request has run first.
  const isNew = await saveCodeHash(services, user?.id ?? newId(), toSend.purpose, toSend.drawn)
  const mail = user ? buildCodeMail(from, user, toSend) : verificationMail(toCallersPortal(from), { email }, drawn)
  await queueMail(services, { ...mail, isDecoy: !isNew })
  const object = user ? { object: { type: 'user', id: user.id } } : {}
  if (purpose === 'RESET_PASSWORD')
    await audit({ ...services, ...payload }, { action: 'password.reset_requested', ...object })
}

type CodeToSend = { purpose: CodePurpose; drawn: GeneratedCode }

/** A user who has never chosen a password is invited again instead. */
const isUnusedInvitation = ({ isActive, madeByAdministrator, emailVerifiedAt }: UserRow, purpose: CodePurpose) =>
  purpose === 'RESET_PASSWORD' && isActive && madeByAdministrator && !emailVerifiedAt

const toInvitation = (drawn: GeneratedCode): CodeToSend => ({
  purpose: 'INVITATION',
  drawn: withLifetime(drawn, invitationLifetimeMs),
})

function buildCodeMail(from: CallersPortal, user: UserRow, { purpose, drawn }: CodeToSend): Mail {
  if (!user.isActive) return deactivatedMail(from, user)
  const portal = toCallersPortal(from)
  if (purpose === 'INVITATION') return invitationMail(portal, user, drawn)
  if (purpose === 'RESET_PASSWORD') return resetMail(portal, user, drawn)
  if (user.emailVerifiedAt) return existingAccountMail(from, user)
  return verificationMail(portal, user, drawn)
}

const maxDelayMs = 1_000

/** Adds a random delay: how long the job slows later calls depends on whether the email has an account. */
export const addDelayedJob = (ctx: Services, name: string, payload: unknown): Promise<void> =>
  addEncryptedJob(ctx, name, payload, { delayMs: randomInt(maxDelayMs) })
