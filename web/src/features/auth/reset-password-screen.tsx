import { auth } from '@dooryard/contract/identity/auth'
import { PasswordReset } from '@dooryard/contract/identity/credentials'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { CodeField } from '../../ui/form/code-field.tsx'
import { AuthScreen, EmailField, OutboxLink, SignInLink } from './auth-screen.tsx'
import { clearNextCodeTimes } from './codes.ts'
import { NewPassword } from './forms/new-password.tsx'
import { ResendCode } from './forms/resend-code.tsx'
import { useCodeForm } from './forms/use-code-form.ts'

type ResetPasswordProps = { email?: string; redirect?: string; invitation?: boolean }

const messages = {
  reset: {
    ...{ title: 'Reset Password', heading: 'Choose a new password', code: 'Reset code', submit: 'Change password' },
    passwordNews: 'CHANGED',
  },
  invitation: {
    ...{ title: 'Welcome', heading: 'Choose your password', code: 'Invitation code', submit: 'Set password' },
    passwordNews: 'CHOSEN',
  },
} as const

/** Sets a new password with a code, or the first one from an invitation; all sessions of the account end. */
export function ResetPasswordScreen({ email = '', redirect, invitation = false }: ResetPasswordProps) {
  const navigate = useNavigate()
  const text = messages[invitation ? 'invitation' : 'reset']
  const { values, field, form, code } = useCodeForm({
    schema: PasswordReset,
    initialValues: { email, code: '', password: '', confirmPassword: '' },
    send: (body) => api.call(auth.resetPassword, { body }),
    onAnswer: clearNextCodeTimes,
    initialFocus: email ? 'code' : 'email',
    onDone: (_, { email }) =>
      void navigate({ to: '/login', search: { redirect }, state: { passwordNews: text.passwordNews, email } }),
  })
  return (
    <AuthScreen
      title={text.title}
      heading={text.heading}
      lead={<CodeLead email={email} invitation={invitation} />}
      after={
        <>
          <SignInLink question={invitation ? 'Have one already?' : 'Remember your password?'} redirect={redirect} />
          <OutboxLink email={values.email} />
        </>
      }
      submitLabel={text.submit}
      form={form}
      below={<ResendCode purpose="reset" email={values.email} />}
    >
      <EmailField {...field('email')} />
      <CodeField label={text.code} {...code} />
      <NewPassword
        label={invitation ? 'Password' : 'New password'}
        value={values.password}
        field={field('password')}
        confirm={field('confirmPassword')}
      />
    </AuthScreen>
  )
}

function CodeLead({ email, invitation }: { email: string; invitation: boolean }) {
  const recipient = email ? <strong>{email}</strong> : 'you'
  if (invitation) return <>Enter the 6‑digit code in the invitation that we sent to {recipient}. It works for 7 days.</>
  if (!email) return 'Enter the 6‑digit code that we sent to you, within 10 minutes.'
  return <>If {recipient} has an account, we sent it an email. Enter the 6‑digit code in it within 10 minutes.</>
}
