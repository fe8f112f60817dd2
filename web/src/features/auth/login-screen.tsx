import { TextInput } from '@mantine/core'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useAbout } from '../../lib/about.ts'
import { landingAfterSignIn } from '../../lib/landing.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { PasswordField } from '../../ui/form/inputs.tsx'
import { PublicFrame } from '../../ui/layout/public-frames.tsx'
import { useSignIn } from './auth.data.ts'
import classes from './auth.module.css'
import { DemoAccounts } from './demo-accounts.tsx'
import { OutboxLink } from './outbox-link.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useCallForm } from './use-call-form.ts'

/** Sign in with email and password. `redirect` is the page that was asked for before, `news` what brought one here. */
export function LoginScreen({ redirect, news }: { redirect?: string; news: string | undefined }) {
  const { form, field, submit, ...state } = useLogin(redirect)
  const portal = useAbout()
  return (
    <PublicFrame
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
            <Link to="/verify-email" search={{ email: form.values.email || undefined, redirect }}>
              Enter your code
            </Link>
          </p>
          <OutboxLink email={form.values.email} />
          {portal?.isDemo && (
            <DemoAccounts isExposed={portal.isExposed} chosen={form.values.email} onChoose={form.setValues} />
          )}
        </>
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {state.refusal && <Notice tone="bad">{state.refusal}</Notice>}
        {news && !state.refusal && <Notice tone="info">{news}</Notice>}
        <TextInput label="Email" type="email" autoComplete="username" size="md" {...field('email')} />
        <div className={classes.password}>
          <PasswordField label="Password" autoComplete="current-password" size="md" {...field('password')} />
          <Link
            className={classes.forgot}
            to="/forgot-password"
            search={{ redirect }}
            state={{ email: form.values.email }}
          >
            Forgot password?
          </Link>
        </div>
        <SubmitButton label="Sign in" {...state} />
      </form>
    </PublicFrame>
  )
}

// The first screen of most visits, so what checks it comes with the first check.
const loadLogin = () => import('@dooryard/contract/credentials').then(({ Login }) => Login)

function useLogin(redirect: string | undefined) {
  const router = useRouter()
  const { email = '' } = useRouterState({ select: ({ location }) => location.state })
  return useCallForm({
    schema: loadLogin,
    initialValues: { email, password: '' },
    mutation: useSignIn(),
    startsAt: email ? 'password' : 'email',
    onDone: ({ user }) => router.history.push(landingAfterSignIn(user.role, redirect)),
  })
}
