import type { SignedIn } from '@dooryard/contract/identity/auth'
import { passkeySignIn } from '@dooryard/contract/identity/passkeys'
import type { PasskeyAssertion } from '@dooryard/contract/identity/webauthn'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../../lib/api/api.ts'
import { cancelPasskeyRequest, requestPasskey } from '../../../lib/passkeys/ceremonies.ts'
import { getPasskeyAddress } from '../../../lib/passkeys/passkey-address.ts'
import { usePortalInfo } from '../../../lib/portal-info.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { startSession } from '../codes.ts'

type Request = { isSuggested: boolean; signal?: AbortSignal }

/** Null if the user chooses none, or if it is aborted before it would end another request. */
async function requestAssertion({ isSuggested, signal }: Request): Promise<PasskeyAssertion | null> {
  const options = await api.call(passkeySignIn.options, {}, { signal })
  return signal?.aborted ? null : requestPasskey(options, { isSuggested })
}

const canSuggest = async () => (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false

/** A challenge is valid for five minutes. */
const renewalMs = 4 * 60_000

/** Has the browser suggest passkeys at the email field, unless the user is asked for one by the button. */
function usePasskeySuggestions(isActive: boolean, onChosen: (assertion: PasskeyAssertion) => void) {
  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    if (!(await canSuggest()) || signal.aborted) return
    // A suggestion that cannot be made is not missed: there is the button, which reports its errors.
    const assertion = await requestAssertion({ isSuggested: true, signal }).catch(() => null)
    if (assertion) onChosen(assertion)
  })
  useEffect(() => {
    if (!isActive) return
    const ending = new AbortController()
    void suggest(ending.signal)
    // Replaces the previous request.
    const renewal = setInterval(() => void suggest(ending.signal), renewalMs)
    return () => {
      ending.abort()
      clearInterval(renewal)
    }
  }, [isActive])
  useEffect(() => cancelPasskeyRequest, [])
}

type PasskeyRequestProps = {
  /** How often the button was pressed; each time the user is asked for a passkey. */
  asked: number
  onPending: (isPending: boolean) => void
  onDone: (signedIn: SignedIn) => void
}

/** Signs in by a passkey that the user chooses, and shows why that did not work. */
export function PasskeyRequest({ asked, onPending, onDone }: PasskeyRequestProps) {
  const address = getPasskeyAddress(usePortalInfo())
  const signIn = useMutation({
    mutationFn: (body: PasskeyAssertion) => api.call(passkeySignIn.signIn, { body }),
    onSuccess: startSession,
  })
  const send = (assertion: PasskeyAssertion) =>
    signIn.mutate(assertion, { onSuccess: onDone, onSettled: () => onPending(false) })
  const request = useMutation({
    mutationFn: async (_asked: number) => (address ? null : requestAssertion({ isSuggested: false })),
    onMutate: () => signIn.reset(),
    onSuccess: (assertion) => (assertion ? send(assertion) : onPending(false)),
    onError: () => onPending(false),
  })
  const ask = useEffectEvent(() => request.mutate(asked))
  useEffect(() => {
    if (asked > 0) ask()
  }, [asked])
  const isAsking = request.isPending || asked !== (request.variables ?? 0)
  // Not after a refusal: the same passkey would be suggested again.
  usePasskeySuggestions(!address && !isAsking && signIn.isIdle, send)
  const error = request.error ?? signIn.error
  return (
    <>
      {error && <FailureNotice error={error} />}
      <div role="status" hidden={request.data !== null}>
        {request.data === null && (
          <Notice tone="info">
            {address ? (
              <>
                Passkeys work only at <a href={new URL(window.location.pathname, address).href}>{address.host}</a>.
              </>
            ) : (
              'No passkey was used. Try again, or sign in with your password.'
            )}
          </Notice>
        )}
      </div>
    </>
  )
}
