import { auth, type Login } from '@dooryard/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'

/** Signs in, and keeps the session before anything else happens. */
export const useSignIn = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: (body: Login) => api.call(auth.login, { body }),
    onSuccess: session.start,
  })
