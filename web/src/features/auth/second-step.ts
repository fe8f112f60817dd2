import type { SignedIn } from '@dooryard/contract/identity/auth'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { ApiError } from '../../lib/api/errors.ts'

/** What a sign-in waits for. */
export type SecondStep = { challenge: string; methods: readonly SecondFactorMethod[]; expiresAt: string }

export type SignInAnswer = { signedIn: SignedIn } | { secondStep: SecondStep }

/** The answer of any call that signs in. */
export async function toSignInAnswer(call: Promise<SignedIn>): Promise<SignInAnswer> {
  try {
    return { signedIn: await call }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error
    const { challenge, methods, expiresAt } = error
    if (challenge === undefined || expiresAt === undefined) throw error
    return { secondStep: { challenge, methods, expiresAt } }
  }
}
