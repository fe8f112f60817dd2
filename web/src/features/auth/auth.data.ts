import { auth, type SignedIn } from '@dooryard/contract/auth'
import type { EmailOnly, EmailVerification, Login, PasswordReset, Registration } from '@dooryard/contract/credentials'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { forgetNextCodes } from './next-code.ts'

/** Keeps the session before anything else happens. */
function enter(signedIn: SignedIn) {
  forgetNextCodes()
  session.start(signedIn)
}

export const useSignIn = () =>
  useMutation({ mutationFn: (body: Login) => api.call(auth.login, { body }), onSuccess: enter })

export const useRegister = () => useMutation({ mutationFn: (body: Registration) => api.call(auth.register, { body }) })

/** Proves an email address, which signs in. */
export const useVerifyEmail = () =>
  useMutation({
    mutationFn: (body: EmailVerification) => api.call(auth.verifyEmail, { body }),
    onSuccess: enter,
  })

export const useForgotPassword = () =>
  useMutation({ mutationFn: (body: EmailOnly) => api.call(auth.forgotPassword, { body }) })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: PasswordReset) => api.call(auth.resetPassword, { body }),
    onSuccess: forgetNextCodes,
  })

/** What a code is for. */
export type CodePurpose = 'verify' | 'reset'

const codeMail = { verify: auth.resendVerification, reset: auth.forgotPassword }

/** Asks for another code. */
export const useSendCode = (purpose: CodePurpose) =>
  useMutation({ mutationFn: (body: EmailOnly) => api.call(codeMail[purpose], { body }) })
