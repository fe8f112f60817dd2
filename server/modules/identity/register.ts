import type { Said } from '@dooryard/contract/auth'
import type { Registration } from '@dooryard/contract/credentials'
import type { PublicContext } from '../../platform/context.ts'
import { drawCode } from './email-codes.ts'
import { refuseGuessable } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { addQuietJob } from './quiet-jobs.ts'
import { type AskedRegistration, registerAccountJob } from './register-account.ts'

/**
 * Asks for an account. Whether the email has one is looked up by a job, so neither the answer nor its time tells.
 * VALIDATION for a password that is soon guessed, UNAVAILABLE while too many others sign in.
 */
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
