import { passkeySignIn } from '@dooryard/contract/identity/passkeys'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { Anchor, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useRouter } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { getRedirectAfterSignIn } from '../../../lib/navigation/redirects.ts'
import { getInitialProof, ProofForm, readProof } from '../../../ui/form/proof.ts'
import { ProofFields } from '../../../ui/form/proof-fields.tsx'
import { AuthScreen } from '../auth-screen.tsx'
import { startSession } from '../codes.ts'
import { useCallForm } from '../forms/use-call-form.ts'
import type { SecondStep } from './second-step.ts'

type SecondStepScreenProps = {
  /** Empty where another way of signing in did not ask for it. */
  email: string
  redirect: string | undefined
  secondStep: SecondStep
  /** Goes back to the first step, with a reason where it was not the user who wanted to. */
  onRestart: (reason?: string) => void
}

/** The second step of signing in. */
export function SecondStepScreen({ email, redirect, secondStep, onRestart }: SecondStepScreenProps) {
  const { challenge, methods } = secondStep
  const router = useRouter()
  const { fields, field, form } = useCallForm({
    schema: ProofForm,
    initialValues: { ...getInitialProof(methods), email, rememberDevice: false },
    send: async ({ rememberDevice, ...values }) => {
      const getOptions = () => api.call(passkeySignIn.secondFactorOptions, { body: { challenge } })
      const proof = await readProof(values, getOptions)
      return api.call(secondFactor.complete, { body: { ...proof, challenge, rememberDevice } })
    },
    onAnswer: startSession,
    initialFocus: 'code',
    onDone: ({ user }) => router.history.push(getRedirectAfterSignIn(user.role, redirect)),
    onRefused: (error) => {
      if (error.status === 401) onRestart(error.message)
    },
  })
  return (
    <AuthScreen
      title="Sign In"
      heading="Two-step verification"
      lead={
        email ? (
          <>
            Signing in as <strong>{email}</strong>
          </>
        ) : (
          'Confirm that it is you.'
        )
      }
      after={
        <p>
          Not you?{' '}
          <Anchor component="button" type="button" inherit onClick={() => onRestart()}>
            Sign in again
          </Anchor>
        </p>
      }
      submitLabel="Continue"
      form={form}
    >
      <ProofFields form={fields} methods={methods} />
      <Checkbox
        label="Remember this device for 30 days"
        {...field('rememberDevice')}
        checked={fields.values.rememberDevice}
      />
    </AuthScreen>
  )
}
