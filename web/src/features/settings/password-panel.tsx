import { PasswordChange } from '@dooryard/contract/account'
import { Button } from '@mantine/core'
import { Panel } from '../../ui/display/panel.tsx'
import { PasswordField } from '../../ui/form/inputs.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import classes from './account.module.css'
import { useUpdatePassword } from './settings.data.ts'

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

function usePasswordForm() {
  const form = useSchemaForm(PasswordChange, empty)
  const update = useUpdatePassword()
  const singly = useSingleFlight()
  const submit = form.submit((values) =>
    singly((land) =>
      update.mutate(values, {
        onSuccess: () => {
          form.reset()
          toastDone('Your password is changed, and every other device is signed out')
        },
        onError: form.showRefusal,
        onSettled: land,
      }),
    ),
  )
  return { form, submit, isSaving: update.isPending }
}

/** Chooses a new password. */
export function PasswordPanel({ email, disabled }: { email: string; disabled: boolean }) {
  const { form, submit, isSaving } = usePasswordForm()
  return (
    <Panel title="Password">
      <form onSubmit={submit} noValidate>
        <fieldset className={classes.password} disabled={disabled}>
          <legend className="visually-hidden">Password</legend>
          {/* Tells password managers whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            label="New password"
            description="At least 8 characters. A sentence of a few words is easy to keep and hard to guess."
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <PasswordField
            label="Confirm new password"
            autoComplete="new-password"
            {...form.getInputProps('confirmPassword')}
          />
          <div className={classes.submit}>
            <Button type="submit" loading={isSaving}>
              Change password
            </Button>
            <p className={classes.hint}>Every other device is signed out.</p>
          </div>
        </fieldset>
      </form>
    </Panel>
  )
}
