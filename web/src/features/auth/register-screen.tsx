import { auth } from '@dooryard/contract/identity/auth'
import { Registration } from '@dooryard/contract/identity/credentials'
import { Anchor, Box, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import classes from './auth.module.css'
import { AuthScreen, EmailField, SignInLink } from './auth-screen.tsx'
import { NewPassword } from './forms/new-password.tsx'
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

export function RegisterScreen({ redirect }: { redirect?: string }) {
  const { values, field, form } = useCodeRequestForm({
    purpose: 'verify',
    redirect,
    schema: Registration,
    initialValues: emptyValues,
    send: (body) => api.call(auth.register, { body }),
    initialFocus: 'firstName',
  })
  return (
    <AuthScreen
      title="Create Account"
      heading="Create your account"
      lead="Counting is free. You pay for leads that are delivered, once."
      after={<SignInLink question="Have an account?" redirect={redirect} />}
      submitLabel="Create account"
      form={form}
      below={<Agreement />}
    >
      <Box className={classes.pair}>
        <TextInput label="First name" autoComplete="given-name" size="md" {...field('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" size="md" {...field('lastName')} />
      </Box>
      <EmailField {...field('email')} />
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
