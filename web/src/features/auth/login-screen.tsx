import { auth } from '@dooryard/contract/auth'
import { Anchor, Box } from '@mantine/core'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useAbout } from '../../lib/about.ts'
import { api } from '../../lib/api.ts'
import { landingAfterSignIn } from '../../lib/landing.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { AuthScreen, EmailField, OutboxLink } from './auth-screen.tsx'
import { startSession } from './codes.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { useCallForm } from './use-call-form.ts'

// The first screen of most visits, so what checks it comes with the first check.
const loadLogin = () => import('@dooryard/contract/credentials').then(({ Login }) => Login)

/** Sign in with email and password. `redirect` is the page that was asked for before, `news` what brought one here. */
export function LoginScreen({ redirect, news }: { redirect?: string; news: string | undefined }) {
  const router = useRouter()
  const { email = '' } = useRouterState({ select: ({ location }) => location.state })
  const { values, fields, field, form } = useCallForm({
    schema: loadLogin,
    initialValues: { email, password: '' },
    send: (body) => api.call(auth.login, { body }),
    onAnswer: startSession,
    startsAt: email ? 'password' : 'email',
    onDone: ({ user }) => router.history.push(landingAfterSignIn(user.role, redirect)),
  })
  const portal = useAbout()
  return (
    <AuthScreen
      title="Sign In"
      heading="Sign in to Dooryard"
      lead="Find properties and their owners, and reach them."
      after={
        <>
          <p>
            New to Dooryard?{' '}
            <Link to="/register" search={{ redirect }}>
              Sign up
            </Link>
          </p>
          <p>
            Not verified yet?{' '}
            <Link to="/verify-email" search={{ email: values.email || undefined, redirect }}>
              Enter your code
            </Link>
          </p>
          <OutboxLink email={values.email} />
          {portal?.isDemo && (
            <DemoAccounts isExposed={portal.isExposed} chosen={values.email} onChoose={fields.setValues} />
          )}
        </>
      }
      submitLabel="Sign in"
      form={form}
      news={news}
    >
      <EmailField {...field('email')} />
      <Box pos="relative">
        <PasswordField label="Password" autoComplete="current-password" size="md" {...field('password')} />
        {/* On the line of the label, and after the field in the order of the keyboard. */}
        <Anchor
          pos="absolute"
          top={2}
          right={0}
          fz="sm"
          lh="18px"
          c="var(--mantine-color-brand-light-color)"
          renderRoot={(props) => (
            <Link to="/forgot-password" search={{ redirect }} state={{ email: values.email }} {...props} />
          )}
        >
          Forgot password?
        </Anchor>
      </Box>
    </AuthScreen>
  )
}

const passwordWords = {
  CHANGED: 'Your password is changed. Sign in with the new one.',
  CHOSEN: 'Your password is chosen. Sign in with it.',
}

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
    email?: string
  }
}
