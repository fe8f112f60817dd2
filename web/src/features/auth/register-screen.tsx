import { auth } from '@dooryard/contract/identity/auth'
import { Registration } from '@dooryard/contract/identity/credentials'
import { externalSignIn, type UnconnectedPerson } from '@dooryard/contract/identity/external-sign-in'
import { Anchor, Box, Text, TextInput } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { clearUnconnectedPerson, getUnconnectedPerson } from '../../lib/external-sign-in/unconnected-person.ts'
import { getRedirectAfterSignIn } from '../../lib/navigation/redirects.ts'
import classes from './auth.module.css'
import { AuthScreen, EmailField, SignInLink } from './auth-screen.tsx'
import { startSession } from './codes.ts'
import { UnconnectedNotice } from './external/unconnected-notice.tsx'
import { NewPassword } from './forms/new-password.tsx'
import { useCallForm } from './forms/use-call-form.ts'
import { useCodeRequestForm } from './forms/use-code-form.ts'

const emptyValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  companyName: '',
  password: '',
  confirmPassword: '',
}

const companyLabel = (
  <>
    Company name{' '}
    <Text span inherit fw={400} c="dimmed">
      (optional)
    </Text>
  </>
)

type RegisterProps = {
  redirect: string | undefined
  coupon: string | undefined
  onDecline: (values: typeof emptyValues) => void
}

/**
 * Registers with a code by mail, or without one if a provider vouches for the email. `coupon` is the code of the share
 * link that led here.
 */
export function RegisterScreen({ redirect, coupon }: { redirect?: string; coupon?: string }) {
  const [person, setPerson] = useState(getUnconnectedPerson)
  const [kept, setKept] = useState<typeof emptyValues>()
  const decline = (values: typeof emptyValues) => {
    setKept(values)
    setPerson(null)
  }
  const shared = { redirect, coupon, onDecline: decline }
  if (person?.isEmailVerified && !person.hasAccount) return <RegisterWithProvider person={person} {...shared} />
  return <RegisterWithCode initialValues={kept ?? fillIn(person)} {...shared} />
}

function RegisterWithCode({
  initialValues,
  redirect,
  coupon,
  onDecline,
}: RegisterProps & { initialValues: typeof emptyValues }) {
  const callForm = useCodeRequestForm({
    purpose: 'verify',
    redirect,
    schema: Registration,
    initialValues,
    send: (body) => api.call(auth.register, { body }),
    initialFocus: 'firstName',
  })
  return <RegistrationForm callForm={callForm} redirect={redirect} coupon={coupon} onDecline={onDecline} />
}

function RegisterWithProvider({ person, redirect, coupon, onDecline }: RegisterProps & { person: UnconnectedPerson }) {
  const router = useRouter()
  const { connectToken } = person
  const callForm = useCallForm({
    schema: Registration,
    initialValues: fillIn(person),
    send: (body) => api.call(externalSignIn.register, { body: { ...body, connectToken } }),
    onAnswer: (signedIn) => {
      // The registration has connected it.
      clearUnconnectedPerson()
      startSession(signedIn)
    },
    initialFocus: 'firstName',
    onDone: ({ user }) => router.history.push(getRedirectAfterSignIn(user.role, redirect)),
  })
  return <RegistrationForm callForm={callForm} redirect={redirect} coupon={coupon} onDecline={onDecline} isEmailFixed />
}

const fillIn = (person: UnconnectedPerson | null) => ({
  ...emptyValues,
  ...(person && { firstName: person.firstName, lastName: person.lastName, email: person.email ?? '' }),
})

type RegistrationFormProps = RegisterProps & {
  callForm: Pick<ReturnType<typeof useCallForm<typeof emptyValues, unknown>>, 'values' | 'field' | 'form'>
  isEmailFixed?: boolean
}

function RegistrationForm({ callForm, redirect, coupon, onDecline, isEmailFixed = false }: RegistrationFormProps) {
  const { values, field, form } = callForm
  return (
    <AuthScreen
      title="Create Account"
      heading="Create your account"
      lead="Counts are free. Pay only for delivered leads."
      after={<SignInLink question="Have an account?" redirect={redirect} />}
      submitLabel="Create account"
      form={form}
      news={coupon && `Coupon ${coupon} will be applied at checkout.`}
      below={<Agreement />}
    >
      <UnconnectedNotice action="Create your account" onDecline={() => onDecline(values)} />
      <Box className={classes.pair}>
        <TextInput label="First name" autoComplete="given-name" size="md" {...field('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" size="md" {...field('lastName')} />
      </Box>
      <EmailField {...field('email')} readOnly={isEmailFixed} />
      <TextInput label="Phone number" type="tel" autoComplete="tel" size="md" {...field('phone')} />
      <TextInput label={companyLabel} autoComplete="organization" size="md" {...field('companyName')} />
      <NewPassword
        label="Password"
        value={values.password}
        field={field('password')}
        confirm={field('confirmPassword')}
      />
    </AuthScreen>
  )
}

const Agreement = () => (
  <Text fz="sm" lh="20px" mt="md" c="dimmed" ta="center" style={{ textWrap: 'pretty' }}>
    By creating an account you agree to the <LegalLink to="/terms">Terms of Service</LegalLink> and the{' '}
    <LegalLink to="/refund-policy">Refund and Credit Policy</LegalLink>, and have read the{' '}
    <LegalLink to="/privacy">Privacy Policy</LegalLink>.
  </Text>
)

// Opens in a new tab, so that the form keeps its input.
const LegalLink = ({ to, children }: { to: '/terms' | '/refund-policy' | '/privacy'; children: string }) => (
  <Anchor
    inherit
    c="var(--mantine-color-text)"
    underline="always"
    style={{ textUnderlineOffset: 3 }}
    renderRoot={(props) => <Link to={to} target="_blank" {...props} />}
  >
    {children}
  </Anchor>
)
