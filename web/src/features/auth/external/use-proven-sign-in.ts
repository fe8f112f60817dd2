import type { SignedIn } from '@dooryard/contract/identity/auth'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { getRedirectAfterSignIn } from '../../../lib/navigation/redirects.ts'
import { startSession } from '../codes.ts'
import { toSignInAnswer } from '../sign-in/second-step.ts'

type ProvenSignIn<Other> = {
  redirect: string | undefined
  /** Presents the proof: a mailed link, or the answer of a provider. */
  send: () => Promise<SignedIn | Other>
  /** For an answer that is no session. */
  onOther?: (answer: Other) => void
  /** Reports a failure in place of the screen and its toast. */
  onError?: (error: Error) => void
}

/** Signs in with a proof other than a password, and opens the page requested before. */
export function useProvenSignIn<Other extends object = never>({
  redirect,
  send,
  onOther,
  onError,
}: ProvenSignIn<Other>) {
  const router = useRouter()
  return useMutation({
    mutationFn: () => toSignInAnswer(send()),
    onSuccess: (answer) => {
      if ('secondStep' in answer)
        return router.navigate({ to: '/login', search: { redirect }, state: { ...answer }, replace: true })
      const { signedIn } = answer
      if (!isSignedIn(signedIn)) return onOther?.(signedIn)
      startSession(signedIn)
      router.history.replace(getRedirectAfterSignIn(signedIn.user.role, redirect))
    },
    ...(onError && { onError, meta: { quiet: true } }),
  })
}

const isSignedIn = (answer: object): answer is SignedIn => 'accessToken' in answer
