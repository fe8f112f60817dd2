import { randomInt } from 'node:crypto'
import type { Said } from '@dooryard/contract/auth'
import type { EmailOnly } from '@dooryard/contract/credentials'
import { Email } from '@dooryard/contract/users'
import { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { PublicContext, Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Task } from '../../platform/jobs.ts'
import { type Mail, queueMail } from '../../platform/mail/mail.ts'
import {
  deactivatedMail,
  existingAccountMail,
  invitationMail,
  resetMail,
  verificationMail,
} from '../../platform/mail/templates/account.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { addSealedJob, sealedTask } from '../../platform/sealed-jobs.ts'
import type { CodePurpose } from './email-codes.queries.ts'
import { DrawnCode, drawCode, keepCode, livingFor } from './email-codes.ts'
import { invitationMs } from './invite-user.ts'
import { findUserByEmail, type UserRow } from './users.queries.ts'

/** The answer is the same for every email. */
export async function forgotPassword(ctx: PublicContext, { email }: EmailOnly): Promise<Said> {
  await askForCode(ctx, email, 'RESET_PASSWORD')
  return { message: `If ${email} has an account, a 6-digit code is on its way to it.` }
}

/** Ends the codes before. The answer is the same for every email. */
export async function resendVerification(ctx: PublicContext, { email }: EmailOnly): Promise<Said> {
  await askForCode(ctx, email, 'VERIFY_EMAIL')
  return { message: `If ${email} is still to be verified, a new 6-digit code is on its way to it.` }
}

export const mailCodeJob = 'mail-code'

const AskedCode = z.object({
  email: Email,
  purpose: z.enum(['VERIFY_EMAIL', 'RESET_PASSWORD'] satisfies CodePurpose[]),
  drawn: DrawnCode,
  requestId: z.string(),
  caller: z.object({ ipAddress: z.string(), userAgent: z.string() }),
})
type AskedCode = z.infer<typeof AskedCode>

/** Nobody looks the email up before the job runs. */
export function askForCode(ctx: PublicContext, email: string, purpose: AskedCode['purpose']): Promise<void> {
  const { requestId, caller } = ctx
  const asked: AskedCode = { email, purpose, drawn: drawCode(ctx), requestId, caller }
  return addQuietJob(ctx, mailCodeJob, asked)
}

/** For an email without an account the database and the queue are given the same to do. */
export const runMailCode = (services: Services): Task =>
  sealedTask(services, mailCodeJob, AskedCode, (asked) => inTransaction(services, (inside) => mailCode(inside, asked)))

async function mailCode(services: Services, { email, purpose, drawn, ...asked }: AskedCode) {
  const user = await findUserByEmail(services.db, email)
  const sent = user && isInvited(user, purpose) ? invitation(drawn) : { purpose, drawn }
  // False for nobody; and when this job has run before, or one that was asked for later has run first.
  const isToSend = await keepCode(services, user?.id ?? newId(), sent.purpose, sent.drawn)
  const mail = user ? mailTo(services, user, sent) : verificationMail(services, { email }, drawn)
  await queueMail(services, { ...mail, isDecoy: !isToSend })
  const object = user ? { object: { type: 'user', id: user.id } } : {}
  if (purpose === 'RESET_PASSWORD')
    await audit({ ...services, ...asked }, { action: 'password.reset_requested', ...object })
}

type Sent = { purpose: CodePurpose; drawn: DrawnCode }

/** Whoever has never chosen a password has none to reset, and is invited again. */
const isInvited = ({ isActive, madeByAdministrator, emailVerifiedAt }: UserRow, purpose: CodePurpose) =>
  purpose === 'RESET_PASSWORD' && isActive && madeByAdministrator && !emailVerifiedAt

const invitation = (drawn: DrawnCode): Sent => ({ purpose: 'INVITATION', drawn: livingFor(drawn, invitationMs) })

function mailTo(services: Services, user: UserRow, { purpose, drawn }: Sent): Mail {
  if (!user.isActive) return deactivatedMail(services, user)
  if (purpose === 'INVITATION') return invitationMail(services, user, drawn)
  if (purpose === 'RESET_PASSWORD') return resetMail(services, user, drawn)
  if (user.emailVerifiedAt) return existingAccountMail(services, user)
  return verificationMail(services, user, drawn)
}

const longestPauseMs = 1_000

/** After a random pause: how long the job slows the calls after it depends on whether the email has an account. */
export const addQuietJob = (ctx: Services, name: string, payload: unknown): Promise<void> =>
  addSealedJob(ctx, name, payload, { delayMs: randomInt(longestPauseMs) })
