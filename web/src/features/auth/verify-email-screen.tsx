import { auth } from '@dooryard/contract/identity/auth'
import { EmailVerification } from '@dooryard/contract/identity/credentials'
import { Link, useRouter } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { getRedirectAfterSignIn } from '../../lib/navigation/redirects.ts'
import { CodeField, useSubmitWhenComplete } from '../../ui/form/code-field.tsx'
import { AuthScreen, EmailField, OutboxLink } from './auth-screen.tsx'
import { startSession } from './codes.ts'
import { ResendCode } from './forms/resend-code.tsx'
import { useCodeForm } from './forms/use-code-form.ts'

/** Verifies an email address with a code, which also signs in. */
export function VerifyEmailScreen({ email = '', redirect }: { email?: string; redirect?: string }) {
  const router = useRouter()
  const { values, field, form, code } = useCodeForm({
    schema: EmailVerification,
    initialValues: { email, code: '' },
    send: (body) => api.call(auth.verifyEmail, { body }),
    onAnswer: startSession,
    initialFocus: email ? 'code' : 'email',
    onDone: ({ user }) => router.history.push(getRedirectAfterSignIn(user.role, redirect)),
  })
  return (
    <AuthScreen
      title="Verify Email"
      heading="Verify your email"
      lead={<>Enter the 6‑digit code that we sent to {email ? <strong>{email}</strong> : 'you'}, within 10 minutes.</>}
      after={
        <>
          <p>
            Wrong email?{' '}
            <Link to="/register" search={{ redirect }}>
              Sign up again
            </Link>
          </p>
          <OutboxLink email={values.email} />
        </>
      }
      submitLabel="Verify email"
      form={form}
      formRef={useSubmitWhenComplete(values.code)}
      below={<ResendCode purpose="verify" email={values.email} />}
    >
      <EmailField {...field('email')} />
      <CodeField label="Verification code" {...code} />
    </AuthScreen>
  )
}
