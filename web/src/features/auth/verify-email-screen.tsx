import { auth } from '@dooryard/contract/auth'
import { EmailVerification } from '@dooryard/contract/credentials'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { landingAfterSignIn } from '../../lib/landing.ts'
import { AuthScreen, EmailField, OutboxLink } from './auth-screen.tsx'
import { CodeField } from './code-field.tsx'
import { startSession } from './codes.ts'
import { ResendCode } from './resend-code.tsx'
import { useCodeForm } from './use-code-form.ts'

/** Prove an email address by the code that was sent to it, which signs in. */
export function VerifyEmailScreen({ email = '', redirect }: { email?: string; redirect?: string }) {
  const router = useRouter()
  const { values, field, form, code } = useCodeForm({
    schema: EmailVerification,
    initialValues: { email, code: '' },
    send: (body) => api.call(auth.verifyEmail, { body }),
    onAnswer: startSession,
    startsAt: email ? 'code' : 'email',
    onDone: ({ user }) => router.history.push(landingAfterSignIn(user.role, redirect)),
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

/** Submits the form by itself when the code is complete; a code that was tried before waits for the button. */
function useSubmitWhenComplete(code: string) {
  const element = useRef<HTMLFormElement>(null)
  const tried = useRef('')
  useEffect(() => {
    if (code.length < 6 || code === tried.current) return
    tried.current = code
    element.current?.requestSubmit()
  }, [code])
  return element
}
