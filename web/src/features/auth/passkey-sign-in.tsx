import type { SignedIn } from '@dooryard/contract/identity/auth'
import { passkeySignIn } from '@dooryard/contract/identity/passkeys'
import type { PasskeyAssertion } from '@dooryard/contract/identity/webauthn'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { canSuggestPasskeys, getPasskeyAddress, hasPasskeySupport } from '../../lib/passkeys/passkey-support.ts'
import { usePortalInfo } from '../../lib/portal-info.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { startSession } from './codes.ts'

// This is the first screen of most visits, so the code that asks for a passkey is loaded when it is needed.
const loadCeremonies = () => import('../../lib/passkeys/ceremonies.ts')

/** Null if the user chooses none. */
async function requestAssertion(how: { isSuggested: boolean }): Promise<PasskeyAssertion | null> {
  const [{ requestPasskey }, options] = await Promise.all([loadCeremonies(), api.call(passkeySignIn.options, {})])
  return requestPasskey(options, how)
}

/** A challenge is valid for five minutes. */
const renewalMs = 4 * 60_000

/** Has the browser suggest passkeys at the email field, unless the user is asked for one by the button. */
function usePasskeySuggestions(isActive: boolean, onChosen: (assertion: PasskeyAssertion) => void) {
  const suggest = useEffectEvent(async () => {
    if (!(await canSuggestPasskeys())) return
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
  useEffect(
    () => () => {
      void loadCeremonies().then(
        ({ cancelPasskeyRequest }) => cancelPasskeyRequest(),
        () => undefined,
      )
    },
    [],
  )
}

/** Sign-in by a passkey: from the suggestions of the email field, or by a button. */
function PasskeyButton({ onDone }: { onDone: (signedIn: SignedIn) => void }) {
  const address = getPasskeyAddress(usePortalInfo())
  const signIn = useMutation({
    mutationFn: (body: PasskeyAssertion) => api.call(passkeySignIn.signIn, { body }),
    onSuccess: startSession,
  })
  const send = (assertion: PasskeyAssertion) => signIn.mutate(assertion, { onSuccess: onDone })
  const request = useMutation({
    mutationFn: async () => (address ? null : requestAssertion({ isSuggested: false })),
    onMutate: () => signIn.reset(),
    onSuccess: (assertion) => assertion && send(assertion),
  })
  const isPending = request.isPending || signIn.isPending
  usePasskeySuggestions(!address && !isPending && !signIn.isSuccess, send)
  const error = request.error ?? signIn.error
  return (
    <Stack gap="md" mt="md">
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<KeyRound size={18} aria-hidden="true" />}
        loading={isPending}
        onClick={() => request.mutate()}
      >
        Sign in with a passkey
      </Button>
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
    </Stack>
  )
}

/** Empty where the browser knows no passkeys. */
export const PasskeySignIn = ({ onDone }: { onDone: (signedIn: SignedIn) => void }) =>
  hasPasskeySupport() && <PasskeyButton onDone={onDone} />
