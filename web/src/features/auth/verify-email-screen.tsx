import { auth } from '@dooryard/contract/identity/auth'
import { EmailVerification } from '@dooryard/contract/identity/credentials'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api/api.ts'
import { getRedirectAfterSignIn } from '../../lib/navigation/redirects.ts'
import { AuthScreen, EmailField, OutboxLink } from './auth-screen.tsx'
import { startSession } from './codes.ts'
import { CodeField } from './forms/code-field.tsx'
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

/** Submits the form when the code is complete; a code that was already tried waits for the button. */
function useSubmitWhenComplete(code: string) {
  const element = useRef<HTMLFormElement>(null)
  const lastTried = useRef('')
  useEffect(() => {
    if (code.length < 6 || code === lastTried.current) return
    lastTried.current = code
    element.current?.requestSubmit()
  }, [code])
  return element
}
