import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { ApiError } from '../../../lib/api/errors.ts'

/** What a sign-in waits for. */
export type SecondStep = { challenge: string; methods: readonly SecondFactorMethod[] }

type SignInAnswer<Answer> = { signedIn: Answer } | { secondStep: SecondStep }

/** The answer of any call that signs in, or answers with something else instead. */
export async function toSignInAnswer<Answer>(call: Promise<Answer>): Promise<SignInAnswer<Answer>> {
  try {
    return { signedIn: await call }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error
    const { challenge, methods } = error
    if (challenge === undefined) throw error
    return { secondStep: { challenge, methods } }
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the sign-in screen: a sign-in that began elsewhere, and waits for its second step. */
    secondStep?: SecondStep
  }
}
