import type { SignedIn } from '@dooryard/contract/identity/auth'
import type { SignInProvider } from '@dooryard/contract/identity/external-sign-in'
import { Box, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PasskeySignIn } from './passkey-sign-in.tsx'

const ProviderButtons = lazy(async () => ({
  default: (await import('../external/provider-buttons.tsx')).ProviderButtons,
}))

type OtherSignInsProps = {
  email: string
  redirect: string | undefined
  providers: readonly SignInProvider[]
  onPasskey: (signedIn: SignedIn) => void
}

/** The ways to sign in without a password, below its form. */
export const OtherSignIns = ({ email, redirect, providers, onPasskey }: OtherSignInsProps) => (
  <Stack gap="sm" mt="sm">
    <PasskeySignIn onDone={onPasskey} />
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<Mail size={18} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/login/link" search={{ email: email || undefined, redirect }} {...props} />}
    >
      Email me a sign-in link
    </Button>
    {providers.length > 0 && (
      // The height of its buttons, so that nothing below moves when they appear.
      <Suspense fallback={<Box h={54 * providers.length - 12} />}>
        <ProviderButtons providers={providers} redirect={redirect} />
      </Suspense>
    )}
  </Stack>
)
