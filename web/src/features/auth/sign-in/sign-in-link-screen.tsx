import { auth } from '@dooryard/contract/identity/auth'
import { EmailOnly } from '@dooryard/contract/identity/credentials'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { PublicFrame } from '../../../ui/layout/frames/public-frame.tsx'
import { AuthScreen, EmailField, OutboxLink, SignInLink } from '../auth-screen.tsx'
import { useProvenSignIn } from '../external/use-proven-sign-in.ts'
import { useCallForm } from '../forms/use-call-form.ts'

type SignInLinkProps = { email?: string; redirect?: string }

/** Asks for a link by mail; with a token in the fragment of the address, signs in with it. */
export function SignInLinkScreen({ email, redirect }: SignInLinkProps) {
  const [token] = useState(takeToken)
  return token ? (
    <ConfirmScreen token={token} redirect={redirect} />
  ) : (
    <RequestScreen email={email} redirect={redirect} />
  )
}

/** Removes the token from the address, so that neither the history nor a copied link has it. */
function takeToken(): string {
  const token = window.location.hash.slice(1)
  const { pathname, search } = window.location
  if (token) window.history.replaceState(window.history.state, '', pathname + search)
  return token
}

/** Programs that check mails open their links, so that signing in takes a click. */
function ConfirmScreen({ token, redirect }: { token: string; redirect: string | undefined }) {
  const signIn = useProvenSignIn({
    redirect,
    send: () => api.call(auth.confirmSignInLink, { body: { token } }),
  })
  return (
    <PublicFrame
      title="Sign In"
      heading="Sign in to Dooryard"
      lead="This link works once."
      after={
        <p>
          Link expired?{' '}
          <Link to="/login/link" search={{ redirect }} reloadDocument>
            Ask for a new one
          </Link>
        </p>
      }
    >
      <Stack gap="md">
        {signIn.isError && <FailureNotice error={signIn.error} />}
        <Button
          size="md"
          fullWidth
          data-autofocus
          loading={signIn.isPending || signIn.isSuccess}
          onClick={() => signIn.mutate()}
        >
          Sign in
        </Button>
      </Stack>
    </PublicFrame>
  )
}

/** The outcome is the same for every email address. */
function RequestScreen({ email = '', redirect }: { email: string | undefined; redirect: string | undefined }) {
  const [sent, setSent] = useState<string>()
  const { values, field, form } = useCallForm({
    schema: EmailOnly,
    initialValues: { email },
    send: (body) => api.call(auth.requestSignInLink, { body: { ...body, redirect } }),
    initialFocus: 'email',
    onDone: ({ message }) => setSent(message),
  })
  return (
    <AuthScreen
      title="Sign-In Link"
      heading="Sign in without a password"
      lead="We'll email you a link. Open it within 10 minutes in this browser."
      after={
        <>
          <SignInLink question="Know your password?" redirect={redirect} />
          <OutboxLink email={values.email} />
        </>
      }
      submitLabel={sent ? 'Send again' : 'Email me a sign-in link'}
      form={form}
      news={sent}
    >
      <EmailField {...field('email')} />
    </AuthScreen>
  )
}
