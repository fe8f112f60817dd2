import { Email, Person } from '@dooryard/contract/users'
import { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Task } from '../../platform/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { deactivatedMail, existingAccountMail, verificationMail } from '../../platform/mail/templates/account.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { sealedTask } from '../../platform/sealed-jobs.ts'
import { openAccount } from '../credits/index.ts'
import { DrawnCode, keepCode } from './email-codes.ts'
import { replaceRegistered } from './registration.queries.ts'
import { findUserByEmail, insertUser } from './users.queries.ts'

export const registerAccountJob = 'register-account'

const AskedRegistration = Person.extend({
  email: Email,
  passwordHash: z.string(),
  drawn: DrawnCode,
  requestId: z.string(),
  caller: z.object({ ipAddress: z.string(), userAgent: z.string() }),
})
export type AskedRegistration = z.infer<typeof AskedRegistration>

/**
 * Opens the account that was asked for and mails the code that verifies it. While an account is not verified, the
 * newest registration replaces the one before; one that is verified, or that an administrator has made, stays as it is,
 * and its owner is told.
 */
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
