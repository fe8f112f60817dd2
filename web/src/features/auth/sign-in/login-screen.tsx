import { auth, type SignedIn } from '@dooryard/contract/identity/auth'
import { Anchor, Box } from '@mantine/core'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { getUnconnectedPerson } from '../../../lib/external-sign-in/unconnected-person.ts'
import { getRedirectAfterSignIn } from '../../../lib/navigation/redirects.ts'
import { usePortalInfo } from '../../../lib/portal-info.ts'
import { LoadingOverlay } from '../../../ui/feedback/loading-overlay.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { AuthScreen, EmailField, OutboxLink } from '../auth-screen.tsx'
import { setNextCodeTime, startSession } from '../codes.ts'
import { DemoAccounts } from '../demo-accounts.tsx'
import { useCallForm } from '../forms/use-call-form.ts'
import { OtherSignIns } from './other-sign-ins.tsx'
import { type SecondStep, toSignInAnswer } from './second-step.ts'

// This is the first screen of most visits, so its schema is loaded with the first validation.
const loadLoginSchema = () => import('@dooryard/contract/identity/credentials').then(({ Login }) => Login)

const SecondStepScreen = lazy(async () => ({
  default: (await import('./second-step-screen.tsx')).SecondStepScreen,
}))
const UnconnectedNotice = lazy(async () => ({
  default: (await import('../external/unconnected-notice.tsx')).UnconnectedNotice,
}))

/** Sign in with email and password. `redirect` is the page requested before, `news` the reason for signing in. */
export function LoginScreen({ redirect, news }: { redirect?: string; news: string | undefined }) {
  const router = useRouter()
  const enter = ({ user }: SignedIn) => router.history.push(getRedirectAfterSignIn(user.role, redirect))
  const [state] = useState(router.state.location.state)
  const { email = '' } = state
  const [secondStep, setSecondStep] = useState(state.secondStep)
  // In the history entry, so that a reload continues with it. It says nothing without the second factor.
  const keepSecondStep = (step: SecondStep | undefined, address: string) => {
    setSecondStep(step)
    router.history.replace(router.history.location.href, { secondStep: step, email: address })
  }
  const [signInError, setSignInError] = useState(state.signInError)
  useEffect(() => {
    // It is of this visit, so that it does not come back when the page is reloaded.
    if (state.signInError) router.history.replace(router.history.location.href)
  }, [state, router])
  const [restartReason, setRestartReason] = useState<string>()
  const { values, fields, field, form } = useCallForm({
    schema: loadLoginSchema,
    initialValues: { email, password: '' },
    send: (body) => toSignInAnswer(api.call(auth.login, { body })),
    onAnswer: (answer) => 'signedIn' in answer && startSession(answer.signedIn),
    initialFocus: email ? 'password' : 'email',
    onDone: (answer, { email }) => {
      if ('secondStep' in answer) keepSecondStep(answer.secondStep, email)
      else enter(answer.signedIn)
    },
    onRefused: ({ code }, { email }) => {
      if (code !== 'EMAIL_NOT_VERIFIED') return
      setNextCodeTime('verify', email)
      void router.navigate({ to: '/verify-email', search: { email, redirect } })
    },
  })
  const portal = usePortalInfo()
  const providers = portal?.signInProviders ?? []
  const restart = (reason?: string) => {
    fields.setFieldValue('password', '')
    setRestartReason(reason)
    setSignInError(undefined)
    keepSecondStep(undefined, values.email)
  }
  if (secondStep)
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <SecondStepScreen email={values.email} redirect={redirect} secondStep={secondStep} onRestart={restart} />
      </Suspense>
    )
  return (
    <AuthScreen
      title="Sign In"
      heading="Sign in to Dooryard"
      lead="Find properties and reach their owners."
      after={
        <>
          <p>
            New to Dooryard?{' '}
            <Link to="/register" search={{ redirect }}>
              Sign up
            </Link>
          </p>
          <OutboxLink email={values.email} />
          {portal?.isDemo && (
            <DemoAccounts isExposed={portal.isExposed} chosen={values.email} onChoose={fields.setValues} />
          )}
        </>
      }
      submitLabel="Sign in"
      form={{ ...form, refusal: form.refusal ?? signInError }}
      news={restartReason ?? news}
      below={<OtherSignIns email={values.email} redirect={redirect} providers={providers} onPasskey={enter} />}
    >
      {getUnconnectedPerson() && (
        <Suspense>
          <UnconnectedNotice action="Sign in once" />
        </Suspense>
      )}
      {/* The last word lets the browser suggest passkeys. */}
      <EmailField autoComplete="username webauthn" {...field('email')} />
      <Box pos="relative">
        <PasswordField label="Password" autoComplete="current-password" size="md" {...field('password')} />
        {/* On the line of the label, but after the field in tab order. */}
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

const passwordMessages = {
  CHANGED: 'Password changed. Sign in with the new one.',
  CHOSEN: 'Password set. Sign in to continue.',
}

export function useSignInMessage(redirect: string | undefined): string | undefined {
  const router = useRouter()
  const passwordNews = useRouterState({ select: ({ location }) => location.state.passwordNews })
  // A user who was in the portal a moment ago and is redirected back to it has lost the session there.
  const [hasExpired] = useState(() => redirect && router.state.resolvedLocation?.pathname.startsWith('/portal'))
  if (passwordNews) return passwordMessages[passwordNews]
  return hasExpired ? 'Your session has ended. Please sign in again.' : undefined
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What just happened to the password. */
    passwordNews?: keyof typeof passwordMessages
    email?: string
    /** Why signing in with another provider failed. */
    signInError?: string
  }
}
