import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

const passwordWords = {
  CHANGED: 'Your password is changed. Sign in with the new one.',
  CHOSEN: 'Your password is chosen. Sign in with it.',
}

/** What the login screen has to say of how one came to it. */
export function useSignInNews(redirect: string | undefined): string | undefined {
  const router = useRouter()
  const passwordNews = useRouterState({ select: ({ location }) => location.state.passwordNews })
  // Who was in the portal a moment ago and is to come back to it has lost the session there.
  const [hasExpired] = useState(() => redirect && router.state.resolvedLocation?.pathname.startsWith('/portal'))
  if (passwordNews) return passwordWords[passwordNews]
  return hasExpired ? 'Your session has ended. Please sign in again.' : undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What has just become of the password. */
    passwordNews?: keyof typeof passwordWords
    /** The email to begin with. */
    email?: string
  }
}
