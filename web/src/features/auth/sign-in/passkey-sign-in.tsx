import type { SignedIn } from '@dooryard/contract/identity/auth'
import { Button, Stack } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasPasskeySupport } from '../../../lib/passkeys/passkey-support.ts'
import { useLazyLoad } from '../../../ui/hooks/hooks.ts'

/**
 * Sign-in by a passkey: by a button, or from the suggestions of the email field. This is the first screen of most
 * visits, so the code for it is loaded once the visitor moves.
 */
function PasskeyButton({ onDone }: { onDone: (signedIn: SignedIn) => void }) {
  const [asked, setAsked] = useState(0)
  const [isPending, setPending] = useState(false)
  const [Request, load] = useLazyLoad(
    async () => (await import('./passkey-request.tsx')).PasskeyRequest,
    () => setPending(false),
  )
  const loadOnce = useEffectEvent(load)
  useEffect(() => {
    const moved = new AbortController()
    const start = () => {
      moved.abort()
      loadOnce(false)
    }
    for (const event of ['pointermove', 'pointerdown', 'keydown']) addEventListener(event, start, moved)
    return () => moved.abort()
  }, [])
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={isPending}
        leftSection={<KeyRound size={18} aria-hidden="true" />}
        onClick={() => {
          setAsked(asked + 1)
          setPending(true)
          if (!Request) load()
        }}
      >
        Sign in with a passkey
      </Button>
      {Request && <Request asked={asked} onPending={setPending} onDone={onDone} />}
    </Stack>
  )
}

/** Empty where the browser knows no passkeys. */
export const PasskeySignIn = ({ onDone }: { onDone: (signedIn: SignedIn) => void }) =>
  hasPasskeySupport() && <PasskeyButton onDone={onDone} />
