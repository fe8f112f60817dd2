import { auth } from '@dooryard/contract/identity/auth'
import { EmailOnly } from '@dooryard/contract/identity/credentials'
import { useRouterState } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { AuthScreen, EmailField, SignInLink } from './auth-screen.tsx'
import { useCodeRequestForm } from './forms/use-code-form.ts'

/** Requests a code to reset the password. The outcome is the same for every email address. */
export function ForgotPasswordScreen({ redirect }: { redirect?: string }) {
  const { email = '' } = useRouterState({ select: ({ location }) => location.state })
  const { field, form } = useCodeRequestForm({
    purpose: 'reset',
    redirect,
    schema: EmailOnly,
    initialValues: { email },
    send: (body) => api.call(auth.forgotPassword, { body }),
    initialFocus: 'email',
  })
  return (
    <AuthScreen
      title="Forgot Password"
      heading="Forgot your password?"
      lead="We'll email you a 6‑digit code to reset it."
      after={<SignInLink question="Remember your password?" redirect={redirect} />}
      submitLabel="Send code"
      form={form}
    >
      <EmailField {...field('email')} />
    </AuthScreen>
  )
}
