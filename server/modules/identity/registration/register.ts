import { dayMs } from '@dooryard/contract/api/time'
import type { MessageResponse, SignedIn } from '@dooryard/contract/identity/auth'
import type { EmailVerification, Registration } from '@dooryard/contract/identity/credentials'
import { Email, Person } from '@dooryard/contract/identity/users'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { createEncryptedTask } from '../../../platform/jobs/encrypted-jobs.ts'
import type { Task } from '../../../platform/jobs/jobs.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { deactivatedMail, existingAccountMail, verificationMail } from '../../../platform/mail/templates/account.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { createCreditAccount } from '../../credits/index.ts'
import { invalidateCodes } from '../codes/email-codes.queries.ts'
import {
  codeLifeMs,
  consumeCode,
  GeneratedCode,
  generateCode,
  saveCodeHash,
  verifyCode,
  wrongCodeError,
} from '../codes/email-codes.ts'
import { addDelayedJob } from '../codes/mail-code.ts'
import { rejectGuessablePassword } from '../passwords/password-rules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { completeSignIn, getSignedIn } from '../sessions/complete-sign-in.ts'
import type { SessionDays } from '../sessions/start-session.ts'
import { insertUserWithCredits } from '../users/create-user.ts'
import { findUser, findUserByEmail, insertUser, type UserRow } from '../users/users.queries.ts'
import {
  deleteExpiredAttempts,
  deleteUnverifiedUser,
  listUnverifiedUsers,
  markUserVerified,
  replaceUnverifiedUser,
  saveRegistrationAttempt,
} from './registration.queries.ts'

/** A job looks the email up, so neither the response nor its time reveals whether it has an account. */
export async function register(ctx: PublicContext, registration: Registration): Promise<MessageResponse> {
  const { password, confirmPassword: _, ...facts } = registration
  rejectGuessablePassword(ctx, password, facts)
  const passwordHash = await hashPassword(password, ctx.signal)
  const { requestId, caller, portalAddress } = ctx
  const by = { requestId, caller, portalAddress }
  const payload: RegistrationPayload = { ...facts, passwordHash, drawn: generateCode(ctx), ...by }
  await addDelayedJob(ctx, registerAccountJob, payload)
  const condition = 'unless the address already has an account'
  return { message: `An email is on its way to ${facts.email}. It holds a 6-digit code, ${condition}.` }
}

export const registerAccountJob = 'register-account'

const RegistrationPayload = Person.extend({
  email: Email,
  passwordHash: z.string(),
  drawn: GeneratedCode,
  portalAddress: z.string().optional(),
  requestId: z.string(),
  caller: z.object({ ipAddress: z.string(), userAgent: z.string() }),
})
export type RegistrationPayload = z.infer<typeof RegistrationPayload>

/** The newest registration replaces an earlier unverified one; if an account stays unchanged, its owner gets a mail. */
export const runRegisterAccount = (services: Services): Task =>
  createEncryptedTask(services, registerAccountJob, RegistrationPayload, (payload) =>
    inTransaction(services, (tx) => registerAccount(tx, payload)),
  )

async function registerAccount(services: Services, registration: RegistrationPayload) {
  const { drawn, requestId, caller, portalAddress, ...payload } = registration
  const { db } = services
  const newValues = { ...payload, companyName: payload.companyName || null }
  const isNew = await insertUser(db, { ...newValues, id: newId(), role: 'CONSUMER_USER' })
  const user = await findUserByEmail(db, payload.email)
  if (!user) throw accountChangedError()
  if (!isRegistrable(user)) await saveRegistrationAttempt(db, toAttempt(user, payload.passwordHash, drawn))
  // This job has run before, or a later request has run first.
  if (!(await saveCodeHash(services, user.id, 'VERIFY_EMAIL', drawn))) return
  if (!user.isActive) return queueMail(services, deactivatedMail(services, user))
  if (!isRegistrable(user)) return queueMail(services, existingAccountMail(services, user))
  if (isNew) await createCreditAccount(db, user.id)
  else if (!(await replaceUnverifiedUser(db, user.id, newValues, services.clock.now()))) throw accountChangedError()
  await queueMail(services, verificationMail(toCallersPortal({ ...services, portalAddress }), user, drawn))
  const object = { type: 'user', id: user.id }
  await audit({ ...services, requestId, caller }, { action: 'account.registered', actorId: user.id, object })
}

/** As long as the unverified account that it is answered like would be kept. */
const toAttempt = ({ id: userId }: UserRow, passwordHash: string, { expiresAt }: GeneratedCode) => ({
  userId,
  passwordHash,
  expiresAt: new Date(Date.parse(expiresAt) - codeLifeMs + unverifiedRetentionDays * dayMs),
})

/** Whether a new registration replaces this account: anyone may have registered the address before its owner did. */
export const isRegistrable = ({ isActive, emailVerifiedAt, role, madeByAdministrator }: UserRow): boolean =>
  isActive && !emailVerifiedAt && role === 'CONSUMER_USER' && !madeByAdministrator

type VerifiedRegistration = z.infer<typeof Person> & { email: string; passwordHash: string }

/**
 * Registers an account whose email needs no code, and returns its id. What someone else has registered with it,
 * unverified, is replaced with its password. CONFLICT if the email has an account.
 */
export async function registerVerified(ctx: PublicContext, registration: VerifiedRegistration): Promise<string> {
  const { db, clock } = ctx
  const now = clock.now()
  const newValues = { ...registration, companyName: registration.companyName || null }
  const created = await insertUserWithCredits(db, { ...newValues, role: 'CONSUMER_USER', emailVerifiedAt: now })
  const userId = created?.id ?? (await replaceRegistration(db, newValues, now))
  const entry = { actorId: userId, object: { type: 'user', id: userId } }
  await audit(ctx, { action: 'account.registered', ...entry })
  await audit(ctx, { action: 'account.verified', ...entry })
  return userId
}

type NewValues = Omit<VerifiedRegistration, 'companyName'> & { companyName: string | null }

async function replaceRegistration(db: Db, newValues: NewValues, now: Date): Promise<string> {
  const user = await findUserByEmail(db, newValues.email)
  if (user && isRegistrable(user)) {
    // Locks codes before the user, like a password reset, to avoid deadlocks.
    await invalidateCodes(db, user.id)
    if ((await replaceUnverifiedUser(db, user.id, newValues, now)) && (await markUserVerified(db, user.id, now)))
      return user.id
  }
  throw appError('CONFLICT', `${newValues.email} has an account already. Sign in to connect it.`)
}

/** Verified or closed since it was read: the retry sees the current state. */
const accountChangedError = () => new Error('The account changed while it was registered again.')

/** UNPROCESSABLE for a wrong code. */
export async function verifyEmail(ctx: PublicContext, guess: EmailVerification, days: SessionDays): Promise<SignedIn> {
  const verified = await verifyCode(ctx, ['VERIFY_EMAIL'], guess)
  const outcome = await inTransaction(ctx, async (tx) => {
    await consumeCode(tx.db, verified)
    const { userId } = verified
    // An invitation is only for users who have not verified yet.
    await invalidateCodes(tx.db, userId, 'INVITATION')
    const isVerified = await markUserVerified(tx.db, userId, ctx.clock.now())
    const user = isVerified && (await findUser(tx.db, userId))
    if (!user) throw wrongCodeError()
    await audit(tx, { action: 'account.verified', actorId: userId, object: { type: 'user', id: userId } })
    return completeSignIn(tx, user, days)
  })
  return getSignedIn(outcome)
}

export const unverifiedRetentionDays = 7

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const foreignKeyViolation = '23503'

/** Keeps accounts created by administrators, and those that are referenced, such as by granted credits. */
export async function purgeUnverifiedAccounts(db: Db, now: Date): Promise<void> {
  await deleteExpiredAttempts(db, now)
  const before = new Date(now.getTime() - unverifiedRetentionDays * dayMs)
  for (const { id } of await listUnverifiedUsers(db, before))
    await deleteUnverifiedUser(db, id, before).catch((error) => {
      if (error.code !== foreignKeyViolation) throw error
    })
}
