import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/** What the login screen has to say of how one came to it. */
export function useSignInNews(redirect: string | undefined): string | undefined {
  const router = useRouter()
  const isPasswordChanged = useRouterState({ select: ({ location }) => location.state.isPasswordChanged })
  // Who was in the portal a moment ago and is to come back to it has lost the session there.
  const [hasExpired] = useState(() => redirect && router.state.resolvedLocation?.pathname.startsWith('/portal'))
  if (isPasswordChanged) return 'Your password is changed. Sign in with the new one.'
  return hasExpired ? 'Your session has ended. Please sign in again.' : undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    isPasswordChanged?: boolean
    /** The email to begin with. */
    email?: string
  }
}
