import type { SignedIn } from '@dooryard/contract/identity/auth'
import type {
  ExternalRegistration,
  ProviderAnswer,
  ProviderId,
  RedirectToProvider,
  UnconnectedPerson,
} from '@dooryard/contract/identity/external-sign-in'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { appError, isAppError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { rejectGuessablePassword } from '../passwords/password-rules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { isRegistrable, registerVerified } from '../registration/register.ts'
import { completeSignIn, getSignedIn } from '../sessions/complete-sign-in.ts'
import { signInProvenUser } from '../sessions/sign-in.ts'
import type { SessionDays } from '../sessions/start-session.ts'
import { findUserByEmail, lockUser } from '../users/users.queries.ts'
import { connectPerson, issueConnectToken, readConnectToken } from './connected-accounts.ts'
import { recordIdentityUse } from './external.queries.ts'
import type { Providers } from './providers.ts'
import { createRequest, readAnswer } from './requests.ts'

type ExternalDeps = { providers: Providers; sessionDays: SessionDays }

export const startExternalSignIn = (
  ctx: PublicContext,
  provider: ProviderId,
  { providers }: ExternalDeps,
): Promise<RedirectToProvider> => createRequest(ctx, providers.get(provider), { userId: null })

/**
 * Signs in the user whose account is connected with the person; otherwise returns the person, who connects it by
 * signing in or registering. An email alone connects nothing: who has it at a provider need not have the account.
 * NOT_AUTHENTICATED for a deactivated account; UNPROCESSABLE and UNAVAILABLE as the provider answers.
 */
export async function finishExternalSignIn(
  ctx: PublicContext,
  id: ProviderId,
  answer: ProviderAnswer,
  { providers, sessionDays }: ExternalDeps,
): Promise<SignedIn | UnconnectedPerson> {
  const provider = providers.get(id)
  const person = await readAnswer(ctx, provider, answer, { userId: null }).catch(async (error: unknown) => {
    ctx.log.warn({ err: error, provider: id }, 'A sign-in with a provider failed')
    if (isAppError(error)) await audit(ctx, { action: 'session.refused', reason: error.message })
    throw error
  })
  const known = await recordIdentityUse(ctx.db, person, ctx.clock.now())
  if (known) return signInProvenUser(ctx, known.userId, sessionDays)
  const { email, isEmailVerified, firstName, lastName } = person
  const user = email && isEmailVerified ? await findUserByEmail(ctx.db, email) : undefined
  return {
    connectToken: issueConnectToken(ctx, { provider: id, person }),
    provider: { id, name: provider.name },
    ...{ email, isEmailVerified, firstName, lastName },
    hasAccount: user !== undefined && !isRegistrable(user),
  }
}

/**
 * Registers a person whose email the provider vouches for, so no code is mailed. CONFLICT if the email has an account,
 * UNPROCESSABLE for a token that has expired or is for another email.
 */
export async function registerExternally(
  ctx: PublicContext,
  { connectToken, confirmPassword: _, ...registration }: ExternalRegistration,
  { providers, sessionDays }: ExternalDeps,
): Promise<SignedIn> {
  const found = readConnectToken(ctx, connectToken)
  const { email, isEmailVerified } = found.person
  if (!isEmailVerified || email?.toLowerCase() !== registration.email.toLowerCase())
    throw appError('UNPROCESSABLE', 'This address is not verified. Please register with a code by mail.')
  const { password, ...facts } = registration
  rejectGuessablePassword(ctx, password, facts)
  const passwordHash = await hashPassword(password, ctx.signal)
  const outcome = await inTransaction(ctx, async (tx) => {
    const userId = await registerVerified(tx, { ...facts, passwordHash })
    const user = await lockUser(tx.db, userId)
    if (!user) throw new Error('The account that was registered is gone.')
    await connectPerson(tx, user, found, providers)
    return completeSignIn(tx, user, sessionDays)
  })
  return getSignedIn(outcome)
}
