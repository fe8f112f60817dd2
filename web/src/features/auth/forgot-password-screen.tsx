import { EmailOnly } from '@dooryard/contract/credentials'
import { TextInput } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { Notice } from '../../ui/display/panel.tsx'
import { PublicFrame } from '../../ui/layout/public-frames.tsx'
import { useForgotPassword } from './auth.data.ts'
import classes from './auth.module.css'
import { SubmitButton } from './submit-button.tsx'
import { useAskingForm } from './use-asking-form.ts'

/** Ask for a code that allows a new password. What it leads to is the same for every email. */
export function ForgotPasswordScreen({ redirect }: { redirect?: string }) {
  const { email = '' } = useRouterState({ select: ({ location }) => location.state })
  const { field, submit, refusal, ...state } = useAskingForm({
    purpose: 'reset',
    redirect,
    schema: EmailOnly,
    initialValues: { email },
    mutation: useForgotPassword(),
    startsAt: 'email',
  })
  return (
    <PublicFrame
      title="Forgot Password"
      heading="Forgot your password?"
      lead="We send a 6‑digit code to your email, and with it you choose a new one."
      after={
        <p>
          Remembered it?{' '}
          <Link to="/login" search={{ redirect }}>
            Sign in
          </Link>
        </p>
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <TextInput label="Email" type="email" autoComplete="username" size="md" {...field('email')} />
        <SubmitButton label="Send code" {...state} />
      </form>
    </PublicFrame>
  )
}
