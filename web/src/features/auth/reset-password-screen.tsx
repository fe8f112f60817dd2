import { PasswordReset } from '@dooryard/contract/auth'
import { TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Notice } from '../../ui/parts/notice.tsx'
import { PublicFrame } from '../../ui/parts/public-frame.tsx'
import { useResetPassword } from './auth.data.ts'
import classes from './auth.module.css'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'
import { OutboxLink } from './outbox-link.tsx'
import { ResendCode } from './resend-code.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useCodeForm } from './use-code-form.ts'

type ResetPasswordProps = { email?: string; redirect?: string }

/** Choose a new password by the code that was sent; every session of the account ends. */
export function ResetPasswordScreen({ email = '', redirect }: ResetPasswordProps) {
  const navigate = useNavigate()
  const { form, field, submit, code, refusal, ...state } = useCodeForm({
    schema: PasswordReset,
    initialValues: { email, code: '', password: '', confirmPassword: '' },
    mutation: useResetPassword(),
    startsAt: email ? 'code' : 'email',
    onDone: (_, { email }) =>
      void navigate({ to: '/login', search: { redirect }, state: { isPasswordChanged: true, email } }),
  })
  return (
    <PublicFrame
      title="Reset Password"
      heading="Choose a new password"
      lead={<OnItsWay email={email} />}
      after={
        <>
          <p>
            Remembered it?{' '}
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
        <CodeField label="Reset code" {...code} />
        <NewPassword
          label="New password"
          value={form.values.password}
          field={field('password')}
          confirm={field('confirmPassword')}
        />
        <SubmitButton label="Change password" {...state} />
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
