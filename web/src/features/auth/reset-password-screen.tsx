import { PasswordReset } from '@dooryard/contract/credentials'
import { TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Notice } from '../../ui/display/panel.tsx'
import { PublicFrame } from '../../ui/layout/public-frames.tsx'
import { useResetPassword } from './auth.data.ts'
import classes from './auth.module.css'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'
import { OutboxLink } from './outbox-link.tsx'
import { ResendCode } from './resend-code.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useCodeForm } from './use-code-form.ts'

type ResetPasswordProps = { email?: string; redirect?: string; invitation?: boolean }

const words = {
  reset: {
    ...{ title: 'Reset Password', heading: 'Choose a new password', code: 'Reset code', submit: 'Change password' },
    passwordNews: 'CHANGED',
  },
  invitation: {
    ...{ title: 'Welcome', heading: 'Choose your password', code: 'Invitation code', submit: 'Set password' },
    passwordNews: 'CHOSEN',
  },
} as const

/** Choose a new password by the code that was sent, or the first by an invitation's; every session of the account ends. */
export function ResetPasswordScreen({ email = '', redirect, invitation = false }: ResetPasswordProps) {
  const navigate = useNavigate()
  const said = words[invitation ? 'invitation' : 'reset']
  const { form, field, submit, code, refusal, ...state } = useCodeForm({
    schema: PasswordReset,
    initialValues: { email, code: '', password: '', confirmPassword: '' },
    mutation: useResetPassword(),
    startsAt: email ? 'code' : 'email',
    onDone: (_, { email }) =>
      void navigate({ to: '/login', search: { redirect }, state: { passwordNews: said.passwordNews, email } }),
  })
  return (
    <PublicFrame
      title={said.title}
      heading={said.heading}
      lead={invitation ? <Invited email={email} /> : <OnItsWay email={email} />}
      after={
        <>
          <p>
            {invitation ? 'Have one already?' : 'Remembered it?'}{' '}
            <Link to="/login" search={{ redirect }}>
              Sign in
            </Link>
          </p>
          <OutboxLink email={form.values.email} />
        </>
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <TextInput label="Email" type="email" autoComplete="username" size="md" {...field('email')} />
        <CodeField label={said.code} {...code} />
        <NewPassword
          label={invitation ? 'Password' : 'New password'}
          value={form.values.password}
          field={field('password')}
          confirm={field('confirmPassword')}
        />
        <SubmitButton label={said.submit} {...state} />
      </form>
      <ResendCode purpose="reset" email={form.values.email} />
    </PublicFrame>
  )
}

const OnItsWay = ({ email }: { email: string }) =>
  email ? (
    <>
      If <strong>{email}</strong> has an account, a mail is on its way. Enter the 6‑digit code in it within 10 minutes.
    </>
  ) : (
    'Enter the 6‑digit code that we sent to you, within 10 minutes.'
  )

const Invited = ({ email }: { email: string }) =>
  email ? (
    <>
      Enter the 6‑digit code in the invitation that we sent to <strong>{email}</strong>. It works for 7 days.
    </>
  ) : (
    'Enter the 6‑digit code in the invitation that we sent to you. It works for 7 days.'
  )
