import { about } from '@dooryard/contract/about'
import {
  auth,
  type EmailOnly,
  type EmailVerification,
  type Login,
  type PasswordReset,
  type Registration,
  type SignedIn,
} from '@dooryard/contract/auth'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryOf } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { forgetNextCodes } from './next-code.ts'

/** How this portal is run; undefined until it is known. It stays the same for as long as a tab is open. */
export const useAbout = () => useQuery({ ...queryOf(about.get, {}), staleTime: Number.POSITIVE_INFINITY }).data

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
