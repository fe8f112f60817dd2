import { Registration } from '@dooryard/contract/credentials'
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../ui/display/panel.tsx'
import { PublicFrame } from '../../ui/layout/public-frames.tsx'
import { useRegister } from './auth.data.ts'
import classes from './auth.module.css'
import { NewPassword } from './new-password.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAskingForm } from './use-asking-form.ts'

const blank = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  companyName: '',
  password: '',
  confirmPassword: '',
}

type RegisterProps = { redirect: string | undefined }

/** Open an account; the code that goes out to its email is asked for next. */
export function RegisterScreen({ redirect }: RegisterProps) {
  return (
    <PublicFrame
      title="Create Account"
      heading="Create your account"
      lead="Counting is free. You pay for leads that are delivered, once."
      after={
        <p>
          Have an account?{' '}
          <Link to="/login" search={{ redirect }}>
            Sign in
          </Link>
        </p>
      }
    >
      <RegisterForm redirect={redirect} />
    </PublicFrame>
  )
}

function RegisterForm({ redirect }: RegisterProps) {
  const { form, field, submit, refusal, ...state } = useAskingForm({
    purpose: 'verify',
    redirect,
    schema: Registration,
    initialValues: blank,
    mutation: useRegister(),
    startsAt: 'firstName',
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <div className={classes.pair}>
        <TextInput label="First name" autoComplete="given-name" size="md" {...field('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" size="md" {...field('lastName')} />
      </div>
      <TextInput label="Email" type="email" autoComplete="username" size="md" {...field('email')} />
      <TextInput label="Phone number" type="tel" autoComplete="tel" size="md" {...field('phone')} />
      <TextInput
        label={
          <>
            Company name <span className={classes.optional}>(optional)</span>
          </>
        }
        autoComplete="organization"
        size="md"
        {...field('companyName')}
      />
      <NewPassword
        label="Password"
        value={form.values.password}
        field={field('password')}
        confirm={field('confirmPassword')}
      />
      <SubmitButton label="Create account" {...state} />
      <Agreement />
    </form>
  )
}

// In a tab of their own, so that what is typed stays.
function Agreement() {
  return (
    <p className={classes.fine}>
      By creating an account you agree to the{' '}
      <Link to="/terms" target="_blank">
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link to="/refund-policy" target="_blank">
        Refund and Credit Policy
      </Link>
      , and have read the{' '}
      <Link to="/privacy" target="_blank">
        Privacy Policy
      </Link>
      .
    </p>
  )
}
