import type { Said, SignedIn } from '@dooryard/contract/auth'
import type { EmailVerification, Registration } from '@dooryard/contract/credentials'
import { dayMs } from '@dooryard/contract/time'
import { Email, Person } from '@dooryard/contract/users'
import { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { PublicContext, Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Task } from '../../platform/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { deactivatedMail, existingAccountMail, verificationMail } from '../../platform/mail/templates/account.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { sealedTask } from '../../platform/sealed-jobs.ts'
import { openAccount } from '../credits/index.ts'
import { endCodes } from './email-codes.queries.ts'
import { DrawnCode, drawCode, guessCode, keepCode, spendCode, wrongCode } from './email-codes.ts'
import { addQuietJob } from './mail-code.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { deleteUnverified, replaceRegistered, selectUnverified, verifyUser } from './registration.queries.ts'
import { type SessionDays, startSession } from './start-session.ts'
import { findUser, findUserByEmail, insertUser } from './users.queries.ts'

/** A job looks the email up, so neither the answer nor its time tells whether it has an account. */
export async function register(ctx: PublicContext, registration: Registration): Promise<Said> {
  const { password, confirmPassword: _, ...facts } = registration
  refuseGuessable(ctx, password, facts)
  const passwordHash = await hashPassword(password, ctx.signal)
  const { requestId, caller } = ctx
  const asked: AskedRegistration = { ...facts, passwordHash, drawn: drawCode(ctx), requestId, caller }
  await addQuietJob(ctx, registerAccountJob, asked)
  const unless = 'unless the address already has an account'
  return { message: `An email is on its way to ${facts.email}. It holds a 6-digit code, ${unless}.` }
}

export const registerAccountJob = 'register-account'

const AskedRegistration = Person.extend({
  email: Email,
  passwordHash: z.string(),
  drawn: DrawnCode,
  requestId: z.string(),
  caller: z.object({ ipAddress: z.string(), userAgent: z.string() }),
})
export type AskedRegistration = z.infer<typeof AskedRegistration>

/** The newest registration replaces an unverified one before; of an account that stays as it is the owner is told. */
export const runRegisterAccount = (services: Services): Task =>
  sealedTask(services, registerAccountJob, AskedRegistration, (asked) =>
    inTransaction(services, (inside) => registerAccount(inside, asked)),
  )

async function registerAccount(services: Services, { drawn, requestId, caller, ...asked }: AskedRegistration) {
  const { db } = services
  const registered = { ...asked, companyName: asked.companyName || null }
  const isNew = await insertUser(db, { ...registered, id: newId(), role: 'CONSUMER_USER' })
  const user = await findUserByEmail(db, asked.email)
  if (!user) throw changedMeanwhile()
  // This job has run before, or one that was asked for later has run first.
  if (!(await keepCode(services, user.id, 'VERIFY_EMAIL', drawn))) return
  if (!user.isActive) return queueMail(services, deactivatedMail(services, user))
  if (user.emailVerifiedAt || user.role !== 'CONSUMER_USER' || user.madeByAdministrator)
    return queueMail(services, existingAccountMail(services, user))
  if (isNew) await openAccount(db, user.id)
  else if (!(await replaceRegistered(db, user.id, registered, services.clock.now()))) throw changedMeanwhile()
  await queueMail(services, verificationMail(services, user, drawn))
  const object = { type: 'user', id: user.id }
  await audit({ ...services, requestId, caller }, { action: 'account.registered', actorId: user.id, object })
}

/** Verified or closed since it was looked up: the next try finds it as it is. */
const changedMeanwhile = () => new Error('The account changed while it was registered again.')

/** UNPROCESSABLE for another code. */
export async function verifyEmail(ctx: PublicContext, guess: EmailVerification, days: SessionDays): Promise<SignedIn> {
  const right = await guessCode(ctx, ['VERIFY_EMAIL'], guess)
  return inTransaction(ctx, async (inside) => {
    await spendCode(inside.db, right)
    const { userId } = right
    // An invitation is for who has not come yet.
    await endCodes(inside.db, userId, 'INVITATION')
    const isVerified = await verifyUser(inside.db, userId, ctx.clock.now())
    const user = isVerified && (await findUser(inside.db, userId))
    if (!user) throw wrongCode()
    await audit(inside, { action: 'account.verified', actorId: userId, object: { type: 'user', id: userId } })
    return startSession(inside, user, days)
  })
}

export const unverifiedKeptDays = 7

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const foreignKeyViolation = '23503'

/** Accounts that administrators have made stay, and so do those that something hangs on, such as granted credits. */
export async function forgetUnverified(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unverifiedKeptDays * dayMs)
  for (const { id } of await selectUnverified(db, before))
    await deleteUnverified(db, id, before).catch((error) => {
      if (error.code !== foreignKeyViolation) throw error
    })
}
