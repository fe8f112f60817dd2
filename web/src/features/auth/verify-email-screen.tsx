import { EmailVerification } from '@dooryard/contract/credentials'
import { TextInput } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { landingAfterSignIn } from '../../lib/landing.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { PublicFrame } from '../../ui/layout/public-frames.tsx'
import { useVerifyEmail } from './auth.data.ts'
import classes from './auth.module.css'
import { CodeField } from './code-field.tsx'
import { OutboxLink } from './outbox-link.tsx'
import { ResendCode } from './resend-code.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useCodeForm } from './use-code-form.ts'

type VerifyEmailProps = { email?: string; redirect?: string }

/** Prove an email address by the code that was sent to it, which signs in. */
export function VerifyEmailScreen({ email = '', redirect }: VerifyEmailProps) {
  const router = useRouter()
  const { form, field, submit, code, refusal, ...state } = useCodeForm({
    schema: EmailVerification,
    initialValues: { email, code: '' },
    mutation: useVerifyEmail(),
    startsAt: email ? 'code' : 'email',
    onDone: ({ user }) => router.history.push(landingAfterSignIn(user.role, redirect)),
  })
  const element = useSubmitWhenComplete(form.values.code)
  return (
    <PublicFrame
      title="Verify Email"
      heading="Verify your email"
      lead={<SentTo email={email} />}
      after={
        <>
          <p>
            Wrong email?{' '}
            <Link to="/register" search={{ redirect }}>
              Sign up again
            </Link>
          </p>
          <OutboxLink email={form.values.email} />
        </>
      }
    >
      <form ref={element} className={classes.form} onSubmit={submit} noValidate>
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <TextInput label="Email" type="email" autoComplete="username" size="md" {...field('email')} />
        <CodeField label="Verification code" {...code} />
        <SubmitButton label="Verify email" {...state} />
      </form>
      <ResendCode purpose="verify" email={form.values.email} />
    </PublicFrame>
  )
}

const SentTo = ({ email }: { email: string }) =>
  email ? (
    <>
      Enter the 6‑digit code that we sent to <strong>{email}</strong>, within 10 minutes.
    </>
  ) : (
    'Enter the 6‑digit code that we sent to you, within 10 minutes.'
  )

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
