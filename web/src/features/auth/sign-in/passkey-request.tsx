import type { SignedIn } from '@dooryard/contract/identity/auth'
import { passkeySignIn } from '@dooryard/contract/identity/passkeys'
import type { PasskeyAssertion } from '@dooryard/contract/identity/webauthn'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { cancelPasskeyRequest, requestPasskey } from '../../../lib/passkeys/ceremonies.ts'
import { getPasskeyAddress } from '../../../lib/passkeys/passkey-address.ts'
import { usePortalInfo } from '../../../lib/portal-info.ts'
import { Notice } from '../../../ui/display/panel.tsx'
import { startSession } from '../codes.ts'

/** Null if the user chooses none. */
const requestAssertion = async (how: { isSuggested: boolean }): Promise<PasskeyAssertion | null> =>
  requestPasskey(await api.call(passkeySignIn.options, {}), how)

const canSuggest = async () => (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false

/** A challenge is valid for five minutes. */
const renewalMs = 4 * 60_000

/** Has the browser suggest passkeys at the email field, unless the user is asked for one by the button. */
function usePasskeySuggestions(isActive: boolean, onChosen: (assertion: PasskeyAssertion) => void) {
  const suggest = useEffectEvent(async () => {
    if (!(await canSuggest())) return
    // A suggestion that cannot be made is not missed: there is the button, which reports its errors.
    const assertion = await requestAssertion({ isSuggested: true }).catch(() => null)
    if (assertion) onChosen(assertion)
  })
  useEffect(() => {
    if (!isActive) return
    void suggest()
    // Replaces the previous request.
    const renewal = setInterval(() => void suggest(), renewalMs)
    return () => clearInterval(renewal)
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
    mutationFn: async () => (address ? null : requestAssertion({ isSuggested: false })),
    onMutate: () => signIn.reset(),
    onSuccess: (assertion) => (assertion ? send(assertion) : onPending(false)),
    onError: () => onPending(false),
  })
  const ask = useEffectEvent(() => request.mutate())
  useEffect(() => {
    if (asked > 0) ask()
  }, [asked])
  // Not after a refusal: the same passkey would be suggested again.
  usePasskeySuggestions(!address && !request.isPending && signIn.isIdle, send)
  const error = request.error ?? signIn.error
  return (
    <>
      {error && <Notice tone="bad">{getErrorMessage(error)}</Notice>}
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
