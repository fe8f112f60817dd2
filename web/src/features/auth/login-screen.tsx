import { Login } from '@dooryard/contract/auth'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { sentenceFor } from '../../lib/errors.ts'
import { landingAfterSignIn } from '../../lib/landing.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { Street } from '../../ui/street.tsx'
import { useSignIn } from './auth.data.ts'
import classes from './login-screen.module.css'

/** Sign in with e-mail and password. `redirect` is the page that was asked for before. */
export function LoginScreen({ redirect }: { redirect?: string }) {
  useTitle('Sign in')
  const router = useRouter()
  const signIn = useSignIn()
  const form = useSchemaForm(Login, { email: '', password: '' }, () => signIn.reset())

  const submit = form.submit((login) =>
    signIn.mutate(login, {
      onSuccess: ({ user }) => router.history.push(landingAfterSignIn(user.role, redirect)),
      onError: form.showRefusal,
    }),
  )

  return (
    <main className={classes.page}>
      <Street />
      <div className={classes.column}>
        <div className={classes.brand}>
          <LogoMark size={44} />
          <h1 className={classes.title}>Sign in to Dooryard</h1>
          <p className={classes.lead}>Find properties and their owners, and reach them.</p>
        </div>
        <form className={classes.card} onSubmit={submit} noValidate>
          {signIn.isError && <Notice tone="bad">{sentenceFor(signIn.error)}</Notice>}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            size="md"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
        </form>
      </div>
    </main>
  )
}
